// The fallback hands what node:http made of a request and gets what answer and record need of it.

import type { IncomingMessage } from 'node:http';
import { purposeOf } from './purpose-of';
import type { VisitorRequest } from './visitor-request';

export function visitorRequestOf(request: IncomingMessage): VisitorRequest {
  const { headers } = request;
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    sender: {
      host: headers.host ?? '',
      userAgent: headers['user-agent'] ?? '',
      referer: headers.referer ?? '',
      acceptLanguage: headers['accept-language'] ?? '',
      // a header that is sent twice arrives joined by commas
      forwardedFor: String(headers['x-forwarded-for'] ?? ''),
      purpose: purposeOf(headers),
      fetchSite: String(headers['sec-fetch-site'] ?? ''),
      remoteAddress: request.socket.remoteAddress ?? '',
    },
  };
}
