// The codes that an answer's body may show, from the OpenAPI file. They are listed beside the schema: strict clients
// would reject each new code of a list inside it.

import { follow } from './follow';
import type { OpenapiDocument } from './document-node';
import { openapiDocument } from './openapi-document';

export function errorCodesOf(response: unknown, document: OpenapiDocument = openapiDocument()): string[] {
  const { 'x-error-codes': codes } = follow(response, document);
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
}
