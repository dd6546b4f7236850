import { gzipSync } from 'node:zlib';
import type { ImportedLink } from '../import-source';
import { openCsvSource } from './csv-source';

const CHUNK = 64 * 1024;

/** In chunks, as a file is read. */
async function* chunksOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK)
    yield await Promise.resolve(content.subarray(at, at + CHUNK));
}

const open = (content: string | Buffer) =>
  openCsvSource(() => Promise.resolve(chunksOf(Buffer.from(content))));

async function linksOf(content: string | Buffer, from = 0): Promise<ImportedLink[]> {
  const links: ImportedLink[] = [];
  for await (const page of (await open(content)).pagesFrom(from)) links.push(...page.links);
  return links;
}

const TEXT = 'slug;url;title\r\none;https://a.example/;"Grüße; 👋"\r\n';
const READ = [{ place: 1, slug: 'one', url: 'https://a.example/', title: 'Grüße; 👋' }];
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', TEXT],
  ['UTF-8 with a byte order mark', `\ufeff${TEXT}`],
  ['UTF-16 LE with a byte order mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 LE', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16 BE with a byte order mark', utf16be(`\ufeff${TEXT}`)],
  ['tabs', TEXT.replace(/;(?! )/g, '\t')],
  ['commas', TEXT.replace(/;(?! )/g, ',')],
  ['line feeds', TEXT.replaceAll('\r\n', '\n')],
  ['a separator that the first line names', `\ufeffsep=;\r\n${TEXT}`],
  ['another one that it names', `SEP=|\r\n${TEXT.replace(/;(?! )/g, '|')}`],
  ['one that is named in a table of three columns', `sep=;;;\r\n${TEXT}`],
  ['empty lines and none at the end', `\r\n${TEXT.trimEnd()}`],
])('reads %s', async (_, content) => {
  expect(await linksOf(content)).toMatchObject(READ);
});

const HEAD = 'slug,url\n';

test.each([
  ['an empty file', '', 'is empty'],
  ['a ZIP archive', Buffer.from('PK\x03\x04'), 'ZIP'],
  ['an HTML page', '\n<!DOCTYPE html><p>', 'HTML'],
  ['packed bytes', gzipSync(TEXT), 'neither UTF-8 nor UTF-16'],
  ['bytes at the end that are no text', Buffer.concat([Buffer.from(HEAD), Buffer.from([0xff])]), 'UTF-8'],
  ['a file without slugs', 'title,url\na,b', 'no column for the slug'],
  ['a file without destinations', 'title,slug\na,b', 'no column for the destination'],
  ['201 columns', `${HEAD.trimEnd()}${',a'.repeat(199)}\n`, 'more than 200 columns'],
  [
    'a million columns in the first line',
    `${HEAD.trimEnd()}${',a'.repeat(1_000_000)}\n`,
    '524288 characters',
  ],
  ['a million columns in a later line', `${HEAD}one,b${','.repeat(1_000_000)}\n`, '524288 characters'],
  ['a text that has no end', `${HEAD}one,"${'b\n'.repeat(1_000_000)}"\n`, '524288 characters'],
  ['a quote that is never closed', `${HEAD}one,"b\n`, 'is no CSV'],
])('refuses %s before it reads a link', async (_, content, message) => {
  await expect(open(content)).rejects.toThrow(message);
});

it('begins a page where the cursor is', async () => {
  const lines = Array.from({ length: 1_100 }, (_, at) => `slug-${at},https://a.example/${at}`);
  const content = HEAD + lines.join('\n');
  const cursors: number[] = [];
  for await (const { cursor } of (await open(content)).pagesFrom(0)) cursors.push(cursor);
  expect(cursors).toEqual([500, 1_000, 1_100]);
  expect((await linksOf(content, 1_000)).map(({ place }) => place)[0]).toBe(1_001);
  expect(await linksOf(content, 1_100)).toEqual([]);
});

it('knows the same content again', async () => {
  const [one, again, other] = [await open(TEXT), await open(TEXT), await open(`${TEXT}two;c;\n`)];
  expect(again.fingerprint).toEqual(one.fingerprint);
  expect(other.fingerprint).not.toEqual(one.fingerprint);
});
