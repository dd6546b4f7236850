// The descriptions of /v1 and of the web app's /x. From these files requests are read and the documentation is written,
// and they are served to clients.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { bundled } from './bundled';
import { isNode, type OpenapiDocument } from './document-node';

const FOLDER = path.join(__dirname, '..', '..', 'openapi');
const FILES = { '/v1': 'kurz-v1.yaml', '/x': 'console.yaml' } as const;

/** What the addresses of a description begin with. */
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

/** Read when it is first asked for, and then kept: it is a part of the program. Refers to nothing outside itself. */
export function openapiDocument(prefix: Prefix = '/v1'): OpenapiDocument {
  const document = documents.get(prefix) ?? read(prefix);
  documents.set(prefix, document);
  return document;
}
