// The codes that an answer's body may show, by the OpenAPI file. A schema that lists them would make each new code a
// fault of strict clients, so they are listed beside it.

import { follow } from './follow';
import type { OpenapiDocument } from './document-node';
import { openapiDocument } from './openapi-document';

export function errorCodesOf(response: unknown, document: OpenapiDocument = openapiDocument()): string[] {
  const { 'x-error-codes': codes } = follow(response, document);
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
}
