// A span for each request, in the trace that its `traceparent` names. It ends when the answer has left or the client
// has.

import type { RequestListener } from 'node:http';
import { beginSpan, endSpan, SpanKind, withSpan } from '@kurz/process';

const FAILURE = 500;

export const traced =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { method = '', headers } = request;
    const attributes = { 'http.request.method': method };
    const span = beginSpan({ name: method, kind: SpanKind.SERVER, headers, attributes });
    if (!span) return listener(request, response);
    response.once('close', () => {
      const { statusCode } = response;
      span.setAttribute('http.response.status_code', statusCode);
      endSpan(span, statusCode >= FAILURE ? `status ${statusCode}` : undefined);
    });
    withSpan(span, () => listener(request, response));
  };
