import fs from 'node:fs';
import { basename, join } from 'node:path';
import { appendAll, linesOf, makeTestJournal, payloadsOf, readOn } from './journal-fixture';

let journal: ReturnType<typeof makeTestJournal>;
beforeEach(() => (journal = makeTestJournal()));
afterEach(async () => {
  jest.restoreAllMocks();
  await journal.close();
});

const segmentNames = () => fs.readdirSync(journal.directory).sort();

test('restarts without visits leave no files and move no position', async () => {
  const first = await journal.openWriter();
  await appendAll(first, ['a']);
  const end = first.end();
  await first.close();
  for (let restart = 0; restart < 5; restart++) {
    const writer = await journal.openWriter();
    expect(writer.end()).toBe(end);
    await writer.close();
  }
  expect(segmentNames()).toHaveLength(1);
});

test('an empty segment of an earlier start goes once its successor holds a line', async () => {
  const first = await journal.openWriter();
  await appendAll(first, ['a']);
  await first.close();
  fs.writeFileSync(join(journal.directory, '00000000000900000000.journal'), '');
  const writer = await journal.openWriter();
  await appendAll(writer, ['b']);
  expect(segmentNames()).toHaveLength(2);
  expect(Number(segmentNames()[1]?.slice(0, 20))).toBeGreaterThan(900_000_000);
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(['a', 'b']);
});

test('no position is used again when a power cut empties the last segment, even after smaller settings', async () => {
  const reader = journal.openReader();
  const seen = new Set<number>();
  for (const segmentBytes of [40_000, 900, 900, 30_000, 500]) {
    const writer = await journal.openWriter({ segmentBytes });
    const starts: number[] = [];
    for (const payload of payloadsOf(100)) {
      await appendAll(writer, [payload]);
      starts.push(writer.end());
    }
    for (const position of starts) expect(seen.has(position)).toBe(false);
    expect(Math.min(...starts)).toBeGreaterThan(Math.max(0, ...seen));
    starts.forEach((position) => seen.add(position));
    await writer.close();
    fs.truncateSync(join(journal.directory, segmentNames().at(-1) ?? ''), 0);
  }
  expect((await reader.read(Math.max(...seen), { maxLines: 10 })).lines).toEqual([]);
});

test('what an earlier process left unsynced is synced before sync claims it', async () => {
  const first = await journal.openWriter({ segmentBytes: 100 });
  for (const payload of payloadsOf(4)) await appendAll(first, [payload]);
  await first.close();
  const writer = await journal.openWriter({ fsyncIntervalMs: 3_600_000 });
  const syncs = jest.spyOn(fs, 'fdatasync');
  expect(await writer.sync()).toBe(writer.end());
  expect(syncs).toHaveBeenCalledTimes(segmentNames().length);
});

test('the newest segment stays after everything was consumed, also over a restart', async () => {
  const first = await journal.openWriter();
  await appendAll(first, ['a']);
  await first.dropBefore(first.end());
  await first.close();
  const writer = await journal.openWriter();
  await writer.dropBefore(writer.end());
  expect(segmentNames()).toHaveLength(1);
  await appendAll(writer, ['b']);
  await writer.dropBefore(writer.end());
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(['b']);
});

test('other files in the directory are ignored', async () => {
  fs.writeFileSync(join(journal.directory, 'notes.txt'), 'keep');
  const writer = await journal.openWriter();
  await appendAll(writer, ['a']);
  await writer.dropBefore(writer.end());
  expect(fs.readFileSync(join(journal.directory, 'notes.txt'), 'utf8')).toBe('keep');
});

test('what a power cut has torn off the end is said once, at the start that cuts it', async () => {
  const first = await journal.openWriter();
  await appendAll(first, ['a']);
  await first.close();
  const untorn = await journal.openWriter();
  expect(untorn.events).toEqual([]);
  await untorn.close();
  const file = join(journal.directory, segmentNames()[0] ?? '');
  fs.appendFileSync(file, '00000000b\n00000000c\n0000');
  const writer = await journal.openWriter();
  expect(writer.logged).toContainEqual({
    event: 'journal_tail_torn',
    journal: basename(journal.directory),
    lines: 3,
    runbook: 'Damaged lines in a journal',
  });
  await writer.close();
  expect((await journal.openWriter()).events).toEqual([]);
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(['a']);
});
