// The OpenAPI descriptions of /v1 and of the web app's /x. Readers of requests and the documentation are made from
// these files, and clients can load them.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { bundled } from './bundled';
import { isNode, type OpenapiDocument } from './document-node';

const PACKAGE = path.join(__dirname, '..', '..');
const FILES = { '/v1': 'kurz-v1.yaml', '/x': 'console.yaml' } as const;
/** Written by the build. To parse the YAML takes 0.2 s of processor time, a third of what the API needs to start. */
const PARSED = path.join(PACKAGE, 'dist', 'openapi', 'parsed.json');

/** The path prefix of a description's operations. */
export type Prefix = keyof typeof FILES;

type Documents = Record<Prefix, OpenapiDocument>;
type Texts = Record<Prefix, string>;

function isDocument(value: unknown): value is OpenapiDocument {
  if (!isNode(value) || !isNode(value['paths']) || !isNode(value['components'])) return false;
  return Object.values(value['paths']).every(isNode);
}

function parse(text: string, file: string): OpenapiDocument {
  const parsed: unknown = load(text);
  if (!isDocument(parsed)) throw new Error(`${file} is no OpenAPI document`);
  return parsed;
}

function parseAll(texts: Texts): Documents {
  const links = parse(texts['/v1'], FILES['/v1']);
  const console = parse(texts['/x'], FILES['/x']);
  return { '/v1': links, '/x': bundled(console, { [`./${FILES['/v1']}`]: links }) };
}

function readTexts(): Texts {
  const read = (prefix: Prefix) => readFileSync(path.join(PACKAGE, 'openapi', FILES[prefix]), 'utf8');
  return { '/v1': read('/v1'), '/x': read('/x') };
}

const digestOf = (texts: Texts) =>
  createHash('sha256').update(texts['/v1']).update(texts['/x']).digest('hex');

/** What the build has parsed, if it was these texts. */
function parsedBefore(texts: Texts): Documents | undefined {
  if (!existsSync(PARSED)) return undefined;
  const { digest, documents } = JSON.parse(readFileSync(PARSED, 'utf8')) as {
    digest: string;
    documents: Documents;
  };
  return digest === digestOf(texts) ? documents : undefined;
}

/** The content of the file that the build writes beside this module. */
export function parsedDescriptions(): string {
  const texts = readTexts();
  return JSON.stringify({ digest: digestOf(texts), documents: parseAll(texts) });
}

function readAll(): Documents {
  const texts = readTexts();
  return parsedBefore(texts) ?? parseAll(texts);
}

let documents: Documents | undefined;

/** Read at the first call and then kept, because it is a part of the program. Refers to nothing outside itself. */
export function openapiDocument(prefix: Prefix = '/v1'): OpenapiDocument {
  documents ??= readAll();
  return documents[prefix];
}
