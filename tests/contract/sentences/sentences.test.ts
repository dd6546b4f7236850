// Every sentence of docs/contract.md has a test that would fail without it, or a reason why it promises nothing.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sentenceFaultsOf, type SentenceEntry, type TitlesIn } from './sentence-faults-of';
import { sentencesOf } from './sentences-of';
import table from './sentences.json';
import { titlesOf } from './titles-of';

const ROOT = path.join(__dirname, '..', '..', '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const contract = sentencesOf(read('docs/contract.md'));

/** Its tests run for each endpoint, in `<endpoint>.access.test.ts`. */
const EVERY_ENDPOINT = 'tests/contract/access/describe-access.ts';

const known = new Map<string, string[]>();
const titlesIn: TitlesIn = (file) => {
  const isTest = file.endsWith('.test.ts') || file === EVERY_ENDPOINT;
  if (!isTest || !existsSync(path.join(ROOT, file))) return undefined;
  const titles = known.get(file) ?? titlesOf(read(file));
  known.set(file, titles);
  return titles;
};

// sentenceFaultsOf checks the shape, and names the entries without a test or a reason
const entries = table as SentenceEntry[];

test('each sentence of the contract is in the table as the contract has it, with tests that exist', () => {
  expect(sentenceFaultsOf(contract, entries, titlesIn)).toEqual([]);
});

test('the contract has its sentences, rows and list items, each under its section', () => {
  const markdown = [
    '# Title',
    '## 1. First',
    'One of `a`, `b`. `Two` (three).',
    '- an item; still it. Another',
    '### 1.1 Below',
    '| Name | Rule |',
    '|---|---|',
    '| url | yes |',
  ].join('\n\n');
  expect(sentencesOf(markdown.replaceAll('|\n\n|', '|\n|'))).toEqual([
    { id: '0#0', text: 'Title' },
    { id: '1#0', text: 'First' },
    { id: '1#1', text: 'One of `a`, `b`.' },
    { id: '1#2', text: '`Two` (three).' },
    { id: '1#3', text: 'an item; still it.' },
    { id: '1#4', text: 'Another' },
    { id: '1.1#0', text: 'Below' },
    { id: '1.1#1', text: 'url | yes' },
  ]);
  expect(contract.length).toBeGreaterThan(300);
});

test('titles are those of tests that run, below their describes, tables included', () => {
  const source = `
    test('plain', () => {});
    describe('a part', () => {
      it.each<[string]>([['x']])('of %s', () => {});
      test.skip('left out', () => {});
    });
    describe.skip('gone', () => void test('with it', () => {}));
    xtest('as well', () => {});`;
  expect(titlesOf(source)).toEqual(['plain', 'a part › of %s']);
});

test('a sentence without entry, another text, a lost file, a lost title and an empty reason are faults', () => {
  const sentences = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, text: id }));
  const tested = (id: string, tests: Record<string, string[]>, text = id) =>
    ({ id, text, kind: 'tested', tests }) as const;
  const faults = sentenceFaultsOf(
    sentences,
    [
      tested('b', { 'here.test.ts': ['found'] }, 'changed'),
      tested('c', { 'away.test.ts': ['found'] }),
      tested('d', { 'here.test.ts': ['found', 'lost'] }),
      tested('e', { 'here.test.ts': [] }),
      { id: 'f', text: 'f', kind: 'says nothing', reason: '' },
    ],
    (file) => (file === 'here.test.ts' ? ['found'] : undefined),
  );
  expect(faults).toHaveLength(6);
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
