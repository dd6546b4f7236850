// The description of /v1: the one file from which requests are read, that is served to clients, and from which the
// documentation is written.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

const FILE = path.join(__dirname, '..', '..', 'openapi', 'kurz-v1.yaml');

/** An object of the file; what is in it is checked where it is used. */
export type DocumentNode = Readonly<Record<string, unknown>>;
export type OpenapiDocument = DocumentNode & {
  paths: Readonly<Record<string, DocumentNode>>;
  components: DocumentNode;
};

export function isNode(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDocument(value: unknown): value is OpenapiDocument {
  if (!isNode(value) || !isNode(value['paths']) || !isNode(value['components'])) return false;
  return Object.values(value['paths']).every(isNode);
}

let document: OpenapiDocument | undefined;

/** Read when it is first asked for, and then kept: it is a part of the program. */
export function openapiDocument(): OpenapiDocument {
  if (document) return document;
  const parsed: unknown = load(readFileSync(FILE, 'utf8'));
  if (!isDocument(parsed)) throw new Error(`${FILE} is no OpenAPI document`);
  return (document = parsed);
}
