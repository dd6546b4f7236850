// Reads the deployment's files as the tests judge them: YAML with the merges that Compose knows, and plain text.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load, loadAll, mergeTag, CORE_SCHEMA } from 'js-yaml';

export const ROOT = path.resolve(__dirname, '..', '..');

const WITH_MERGES = CORE_SCHEMA.withTags(mergeTag);

export type Tree = null | string | number | boolean | Tree[] | { [key: string]: Tree };

export const isTree = (value: unknown): value is Tree =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value)
    ? value.every(isTree)
    : typeof value === 'object' && Object.values(value).every(isTree));

function treeOf(value: unknown): Tree {
  if (!isTree(value)) throw new Error('not plain data');
  return value;
}

export const readText = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

export const readYaml = (file: string): Tree => treeOf(load(readText(file), { schema: WITH_MERGES }));

/** All documents of a text, without empty ones. */
export const yamlDocuments = (text: string): Tree[] =>
  loadAll(text, { schema: WITH_MERGES })
    .map(treeOf)
    .filter((document) => document !== null);

/** The value at a path of keys and indexes; undefined where the path ends early. */
export function at(tree: Tree | undefined, ...keys: (string | number)[]): Tree | undefined {
  return keys.reduce<Tree | undefined>((node, key) => {
    if (Array.isArray(node)) return typeof key === 'number' ? node[key] : undefined;
    return node !== null && typeof node === 'object' ? node[key] : undefined;
  }, tree);
}

/** The entries of a map; none when there is no map. */
export const entriesOf = (tree: Tree | undefined): [string, Tree][] =>
  tree !== null && typeof tree === 'object' && !Array.isArray(tree) ? Object.entries(tree) : [];

export const listOf = (tree: Tree | undefined): Tree[] => (Array.isArray(tree) ? tree : []);

export const textOf = (tree: Tree | undefined): string =>
  tree === null || tree === undefined || typeof tree === 'object' ? '' : String(tree);
