// What an answer and a visit need of a request, on the fast path and on the fallback. Texts are Latin-1 as they came;
// '' when missing.

import type { IncomingMessage } from 'node:http';
import { isTraced } from '@kurz/process';
import { purposeOf } from './purpose-of';
import type { SentForm } from './read-form';

/** What the headers say of the client and the requested host. Requests of one connection may share it. */
export type Sender = {
  host: string;
  userAgent: string;
  referer: string;
  acceptLanguage: string;
  /** X-Forwarded-For, entries joined by commas. */
  forwardedFor: string;
  /** The purpose headers, joined by purposeOf. */
  purpose: string;
  /** Sec-Fetch-Site: where a browser says the request comes from. */
  fetchSite: string;
  /** The Cookie header. */
  cookie: string;
  /** W3C trace context, when a tracing SDK is registered. */
  traceparent: string;
  /** The socket's other end. */
  remoteAddress: string;
  /** The sender's part of a visit's line, set at its first visit. */
  visitorText?: string;
};

export type VisitorRequest = {
  method: string;
  /** The target as in the request line. */
  target: string;
  sender: Sender;
  /** The form of a POST. */
  form?: SentForm;
};

/** From a request that node:http has read. */
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
      cookie: headers.cookie ?? '',
      traceparent: isTraced() ? String(headers['traceparent'] ?? '') : '',
      remoteAddress: request.socket.remoteAddress ?? '',
    },
  };
}
