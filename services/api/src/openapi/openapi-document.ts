// The OpenAPI descriptions of /v1 and of the web app's /x. Readers of requests and the documentation are made from
// these files, and clients can load them.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { bundled } from './bundled';
import { isNode, type OpenapiDocument } from './document-node';

const FOLDER = path.join(__dirname, '..', '..', 'openapi');
const FILES = { '/v1': 'kurz-v1.yaml', '/x': 'console.yaml' } as const;

/** The path prefix of a description's operations. */
export type Prefix = keyof typeof FILES;

function isDocument(value: unknown): value is OpenapiDocument {
  if (!isNode(value) || !isNode(value['paths']) || !isNode(value['components'])) return false;
  return Object.values(value['paths']).every(isNode);
}

function read(prefix: Prefix): OpenapiDocument {
  const file = FILES[prefix];
  const parsed: unknown = load(readFileSync(path.join(FOLDER, file), 'utf8'));
  if (!isDocument(parsed)) throw new Error(`${file} is no OpenAPI document`);
  return prefix === '/v1' ? parsed : bundled(parsed, { [`./${FILES['/v1']}`]: openapiDocument() });
}

const documents = new Map<Prefix, OpenapiDocument>();

/** Read at the first call and then kept, because it is a part of the program. Refers to nothing outside itself. */
export function openapiDocument(prefix: Prefix = '/v1'): OpenapiDocument {
  const document = documents.get(prefix) ?? read(prefix);
  documents.set(prefix, document);
  return document;
}
