// What an answer and a visit need of a request, on the fast path and on the fallback. Texts are Latin-1 as they came;
// '' where there is none.

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
  /** W3C trace context, where a tracing SDK is registered. */
  traceparent: string;
  /** The socket's other end. */
  remoteAddress: string;
  /** Its part of a visit's line, from its first visit on. */
  visitorText?: string;
};

export type VisitorRequest = {
  method: string;
  /** As the request line has it. */
  target: string;
  sender: Sender;
  /** Of a POST. */
  form?: SentForm;
};

/** Of a request that node:http has read. */
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
