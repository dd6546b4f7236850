// The codes that an answer's body may show, by its schema in the OpenAPI file.

import { follow } from './follow';
import { isNode } from './openapi-document';

function codesIn(schema: unknown): string[] {
  const { properties } = follow(schema);
  if (!isNode(properties) || properties['code'] === undefined) return [];
  const { const: only, enum: several } = follow(properties['code']);
  return (Array.isArray(several) ? several : [only]).filter((code) => typeof code === 'string');
}

export function errorCodesOf(response: unknown): string[] {
  const { content } = follow(response);
  return isNode(content) ? Object.values(content).flatMap((media) => codesIn(follow(media)['schema'])) : [];
}
