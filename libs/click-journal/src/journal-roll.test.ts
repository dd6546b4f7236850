// Consumed lines leave the disk however few come after them, and this neither loses a position nor gives one out twice.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendAll, linesOf, makeTestJournal, payloadsOf, readOn } from './journal-fixture';
import { segmentPath } from './segments/list-segments';

let journal: ReturnType<typeof makeTestJournal>;
beforeEach(() => (journal = makeTestJournal()));
afterEach(() => journal.close());

const AT_ONCE = { rollAfterMs: 0 };
const segmentNames = () => fs.readdirSync(journal.directory).filter((name) => name.endsWith('.journal'));
const onDisk = () =>
  segmentNames()
    .map((name) => fs.readFileSync(join(journal.directory, name), 'latin1'))
    .join('');

test('consumed lines leave the disk although no line follows', async () => {
  const writer = await journal.openWriter(AT_ONCE);
  await appendAll(writer, ['a', 'b']);
  const end = writer.end();
  await writer.dropBefore(end);
  expect([onDisk(), segmentNames().length, writer.end()]).toEqual(['', 1, end]);
  await writer.dropBefore(end);
  expect(segmentNames()).toHaveLength(1);
});

test('where no file can be made, the consumed lines of older segments leave the disk all the same', async () => {
  const writer = await journal.openWriter({ ...AT_ONCE, segmentBytes: 64 });
  for (const letter of ['a', 'b', 'c']) await appendAll(writer, [letter.repeat(40)]);
  expect(segmentNames().length).toBeGreaterThan(1);
  const end = writer.end();
  const next = segmentPath(journal.directory, end);
  fs.mkdirSync(next);
  await writer.dropBefore(end);
  expect(segmentNames().filter((name) => !next.endsWith(name))).toHaveLength(1);
  fs.rmdirSync(next);
  await writer.dropBefore(end);
  expect([onDisk(), writer.end()]).toEqual(['', end]);
});

test('a segment that is young keeps its lines until it is old', async () => {
  const writer = await journal.openWriter({ rollAfterMs: 3_600_000 });
  await appendAll(writer, ['a']);
  await writer.dropBefore(writer.end());
  expect(onDisk()).toContain('a');
});

test('lines that are not consumed stay, and go with the next call once they are', async () => {
  const writer = await journal.openWriter(AT_ONCE);
  const reader = journal.openReader();
  await appendAll(writer, ['a']);
  const first = writer.end();
  await appendAll(writer, ['b']);
  await writer.dropBefore(first);
  expect(linesOf(await readOn(reader, first))).toEqual(['b']);
  await appendAll(writer, ['c']);
  expect(linesOf(await readOn(reader, first))).toEqual(['b', 'c']);
  await writer.dropBefore(writer.end());
  expect(onDisk()).toBe('');
});

test('a reader goes on where it stood, at once and after every restart', async () => {
  const reader = journal.openReader();
  let position = 0;
  const seen: string[] = [];
  for (let start = 0; start < 5; start++) {
    const writer = await journal.openWriter(AT_ONCE);
    // the position that consumers remember is exactly the journal's end
    expect(writer.end()).toBe(position);
    await writer.dropBefore(position);
    for (const payload of [`${start}-a`, `${start}-b`]) {
      await appendAll(writer, [payload]);
      const batches = await readOn(reader, position);
      seen.push(...linesOf(batches));
      expect(batches[0]?.from).toBe(position);
      expect(writer.end()).toBeGreaterThan(position);
      position = batches.at(-1)?.to ?? -1;
      expect(position).toBe(writer.end());
      if (start % 2 === 0) await writer.dropBefore(position);
    }
    await writer.close();
  }
  expect(seen).toEqual([0, 1, 2, 3, 4].flatMap((start) => [`${start}-a`, `${start}-b`]));
});

test('what an earlier start left is dropped at the start, without a line', async () => {
  const first = await journal.openWriter();
  await appendAll(first, ['a']);
  const end = first.end();
  await first.close();
  const second = await journal.openWriter();
  await second.dropBefore(end - 1);
  expect(onDisk()).toContain('a');
  await second.dropBefore(end);
  expect([onDisk(), second.end()]).toEqual(['', end]);
  await second.close();
  expect((await journal.openWriter()).end()).toBe(end);
});

test('lines that a power cut took keep their positions, though they were consumed', async () => {
  const first = await journal.openWriter();
  await appendAll(first, payloadsOf(10));
  const consumed = first.end();
  await first.close();
  fs.truncateSync(join(journal.directory, segmentNames()[0] ?? ''), 40);
  const second = await journal.openWriter();
  await second.dropBefore(consumed);
  expect(onDisk()).toBe('');
  await appendAll(second, ['after']);
  const [batch] = await readOn(journal.openReader(), consumed);
  expect(batch?.lines).toEqual(['after']);
  expect(second.end()).toBeGreaterThan(512 * 1024 * 1024);
});

test('a dropped segment takes no room although a reader at rest has it open', async () => {
  const writer = await journal.openWriter(AT_ONCE);
  await appendAll(writer, ['a']);
  const open = fs.openSync(join(journal.directory, segmentNames()[0] ?? ''), 'r');
  try {
    await writer.dropBefore(writer.end());
    expect(fs.fstatSync(open).size).toBe(0);
  } finally {
    fs.closeSync(open);
  }
});

test('lines in a new segment are claimed only when its name survives a power cut', async () => {
  const writer = await journal.openWriter({ ...AT_ONCE, fsyncIntervalMs: 3_600_000 });
  await appendAll(writer, ['a']);
  const dropping = writer.dropBefore(0);
  await appendAll(writer, ['b']);
  const synced: number[] = [];
  jest.spyOn(fs, 'fdatasync').mockImplementation((fd, callback) => {
    synced.push(fd);
    fs.fsync(fd, callback);
  });
  expect(await writer.sync()).toBe(writer.end());
  await dropping;
  expect(synced).toHaveLength(2);
  jest.restoreAllMocks();
});

test('every line acknowledged before kill -9 is consumed once, while segments are left and dropped all the time', async () => {
  const files = ['acknowledged', 'consumed'].map((name) => join(journal.directory, name));
  const [acknowledged = '', consumed = ''] = files;
  const linesIn = (file: string) =>
    fs.existsSync(file) ? fs.readFileSync(file, 'latin1').split('\n').slice(0, -1) : [];
  for (let round = 0; round < 10; round++) {
    const before = linesIn(acknowledged).length;
    const child = spawn(
      process.execPath,
      [join(__dirname, 'append-and-drop.cjs'), journal.directory, ...files, `${round}`],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const ended = once(child, 'exit');
    while (child.exitCode === null && linesIn(acknowledged).length <= before) await sleep(2);
    await sleep(5 + round * 9);
    child.kill('SIGKILL');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
  }
  // the last start has no line of its own
  const writer = await journal.openWriter();
  const position = Number(linesIn(consumed).at(-1)?.split(' ')[0] ?? 0);
  const rest = await readOn(journal.openReader(), position);
  const all = [...linesIn(consumed).flatMap((line) => line.split(' ').slice(1)), ...linesOf(rest)];
  expect(all).toHaveLength(new Set(all).size);
  const counted = new Set(all);
  expect(linesIn(acknowledged).filter((line) => !counted.has(line))).toEqual([]);
  expect(linesIn(acknowledged).length).toBeGreaterThan(200);
  await writer.dropBefore(rest.at(-1)?.to ?? position);
  expect([onDisk(), writer.end()]).toEqual(['', rest.at(-1)?.to ?? position]);
});
