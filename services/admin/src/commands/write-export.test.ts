import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeExport } from './write-export';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-export-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes half of the text before `begun` resolves, the rest after `goOn` is called. */
function slowly(name: string) {
  let say: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (say = resolve));
  const rest = new Promise<void>((resolve) => (goOn = resolve));
  const texts = (async function* () {
    yield `${name}, `;
    say();
    await rest;
    yield 'to its end';
  })();
  return { begun, goOn, texts };
}

test('of two exports to one file at once the first to end is there, whole', async () => {
  const file = path.join(folder, 'export.jsonl');
  const [first, second] = [slowly('first'), slowly('second')];
  const written = writeExport(file, first.texts);
  await first.begun;
  const other = writeExport(file, second.texts);
  await second.begun;
  first.goOn();
  expect(await written).toEqual({ kind: 'written', bytes: 17 });
  const there = readFileSync(file, 'utf8');
  second.goOn();
  expect(await other.catch(String)).toEqual({ kind: 'exists' });
  expect([there, readFileSync(file, 'utf8')]).toEqual(Array(2).fill('first, to its end'));
  expect(readdirSync(folder)).toEqual(['export.jsonl']);
});
