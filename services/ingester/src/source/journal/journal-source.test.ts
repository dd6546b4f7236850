import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openJournalReader, openJournalWriter, type JournalWriter } from '@kurz/click-journal';
import { makeMetrics, silentLog } from '@kurz/process';
import type { SourceBatch } from '../partition-source';
import type { JournalPartition } from './journal-partition';
import { makeJournalSource, type JournalSource } from './journal-source';

let folder: string;
let closing: (() => Promise<void>)[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kurz-source-'));
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;
const append = (writer: JournalWriter, lines: string[]) =>
  Promise.all(lines.map((line) => new Promise<void>((done) => writer.append(line, done))));

async function openWriter(name: string): Promise<JournalWriter> {
  const writer = await openJournalWriter(
    { directory: path.join(folder, name), fsyncIntervalMs: 60_000 },
    { log: silentLog, metrics: makeMetrics() },
  );
  closing.push(() => writer.close());
  return writer;
}

async function openSource(onImportFinished?: (partition: number, directory: string) => void) {
  const writer = await openWriter('journal');
  const reader = openJournalReader({ directory: path.join(folder, 'journal') });
  const source = makeJournalSource(
    { writer, reader, onImportFinished },
    { importsDirectory: path.join(folder, 'imports') },
  );
  closing.push(() => reader.close(), source.close);
  return { writer, source };
}

async function writeImport(name: string, lines: string[]): Promise<void> {
  mkdirSync(path.join(folder, 'imports'), { recursive: true });
  const writer = await openWriter('growing');
  await append(writer, lines);
  await writer.close();
  renameSync(path.join(folder, 'growing'), path.join(folder, 'imports', name));
}

/** The texts of lines that are no visits. */
const textsOf = ({ lines }: SourceBatch) =>
  [...lines].map((line) => (line.kind === 'malformed' ? line.line : 'a visit'));

const found = async (source: JournalSource) =>
  (await source.partitions()).map(({ partition, isComplete }) => ({ partition, isComplete }));

async function partitionOf(source: JournalSource, partition: number): Promise<JournalPartition> {
  const one = (await source.partitions()).find((some) => some.partition === partition);
  if (!one) throw new Error(`no partition ${partition}`);
  return one;
}

describe('the journal as click stream', () => {
  it('has one partition, whose lines are read in order and up to a given end', async () => {
    const { writer, source } = await openSource();
    expect(await found(source)).toEqual([{ partition: 0, isComplete: false }]);
    const live = await partitionOf(source, 0);
    await append(writer, ['a', 'b', 'c']);
    const first = await live.read(await live.begin(), { maxVisits: 2 });
    expect(textsOf(first)).toEqual(['a', 'b']);
    const rest = await live.read(first.to, { maxVisits: 10 });
    expect(textsOf(rest)).toEqual(['c']);
    expect(rest.to).toBe(await live.syncedEnd());
    expect(textsOf(await live.read(0, { to: first.to }))).toEqual(['a', 'b']);
  });

  it('syncs what it says is durable, and syncs nothing twice', async () => {
    const writer = await openWriter('journal');
    const sync = jest.fn(writer.sync);
    const reader = openJournalReader({ directory: path.join(folder, 'journal') });
    closing.push(() => reader.close());
    const source = makeJournalSource({ writer: { ...writer, sync }, reader });
    const live = await partitionOf(source, 0);
    await append(writer, ['a']);
    expect(await live.syncedEnd()).toBe(writer.end());
    expect(await live.syncedEnd()).toBe(writer.end());
    expect(sync).toHaveBeenCalledTimes(1);
    await append(writer, ['b']);
    expect(await live.syncedEnd()).toBe(writer.end());
    expect(sync).toHaveBeenCalledTimes(2);
  });

  it('wakes who waits with the next line, at once when there is one, and on the signal', async () => {
    const { writer, source } = await openSource();
    const live = await partitionOf(source, 0);
    let isAwake = false;
    const waiting = live.waitForMore(0, never).then(() => (isAwake = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isAwake).toBe(false);
    await append(writer, ['a']);
    await waiting;
    await live.waitForMore(0, never);
    const stop = new AbortController();
    const stopped = live.waitForMore(writer.end(), stop.signal);
    stop.abort();
    await stopped;
  });

  it('finds whole imports while it runs, and neither those that grow nor other folders', async () => {
    const { source } = await openSource();
    await writeImport('1000', ['x', 'y']);
    for (const name of ['1001.new', '12', 'notes', '99999999999'])
      mkdirSync(path.join(folder, 'imports', name));
    expect(await found(source)).toEqual([
      { partition: 0, isComplete: false },
      { partition: 1000, isComplete: true },
    ]);
    const imported = await partitionOf(source, 1000);
    const batch = await imported.read(await imported.begin(), { maxVisits: 10 });
    expect(textsOf(batch)).toEqual(['x', 'y']);
    expect(await imported.syncedEnd()).toBe(batch.to);
  });

  it('hands a finished import back once, and does not read it again', async () => {
    const finished: number[] = [];
    const { source } = await openSource((partition, directory) => {
      finished.push(partition);
      expect(existsSync(directory)).toBe(true);
    });
    await writeImport('1000', ['x']);
    await (await partitionOf(source, 1000)).finish();
    expect(finished).toEqual([1000]);
    expect(await found(source)).toEqual([{ partition: 0, isComplete: false }]);
  });
});
