// Whether the headers of a request announce a body that readJsonBody can read: JSON, in UTF-8, not compressed.

import type { IncomingHttpHeaders } from 'node:http';

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

export function isJsonUtf8(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'] ?? '';
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  const encoding = headers['content-encoding'] ?? 'identity';
  return JSON_TYPE.test(type) && charset.toLowerCase() === 'utf-8' && encoding.toLowerCase() === 'identity';
}
