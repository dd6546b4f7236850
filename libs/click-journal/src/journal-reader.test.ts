import fs from 'node:fs';
import { join } from 'node:path';
import { appendAll, linesOf, makeTestJournal, payloadsOf, readOn } from './journal-fixture';
import { openJournalReader } from './journal-reader';

let journal: ReturnType<typeof makeTestJournal>;
beforeEach(() => (journal = makeTestJournal()));
afterEach(() => journal.close());

const segmentNames = () => fs.readdirSync(journal.directory).sort();

/** 200 lines over several segments and two starts, 7 lines per turn. */
async function writeSegments() {
  const payloads = payloadsOf(200);
  let writer = await journal.openWriter({ segmentBytes: 2_000 });
  for (let at = 0; at < payloads.length; at += 7) {
    if (at === 98) {
      await writer.close();
      writer = await journal.openWriter({ segmentBytes: 2_000 });
    }
    await appendAll(writer, payloads.slice(at, at + 7));
  }
  expect(segmentNames().length).toBeGreaterThan(5);
  return { writer, payloads };
}

test('nothing is read while there is no journal, and lines are read once there is one', async () => {
  const reader = openJournalReader({ directory: join(journal.directory, 'later') });
  expect(await reader.begin()).toBe(0);
  expect(await reader.read(0, { maxLines: 5 })).toEqual({ from: 0, to: 0, lines: [], skipped: 0 });
  const writer = await journal.openWriter({ directory: join(journal.directory, 'later') });
  await appendAll(writer, ['a']);
  expect((await reader.read(0, { maxLines: 5 })).lines).toEqual(['a']);
  await reader.close();
});

test.each([1, 3, 50, 1_000])(
  'lines are read once and in order over segments and starts, %i a batch',
  async (maxLines) => {
    const { payloads, writer } = await writeSegments();
    const batches = await readOn(journal.openReader(), 0, maxLines);
    expect(linesOf(batches)).toEqual(payloads);
    expect(Math.max(...batches.map((batch) => batch.lines.length))).toBeLessThanOrEqual(maxLines);
    expect(batches.at(-1)?.to).toBe(writer.end());
  },
);

test('a batch read again up to its end is the same, whatever came after it and whatever maxLines says', async () => {
  const payloads = payloadsOf(300);
  let writer = await journal.openWriter({ segmentBytes: 1_500 });
  const reader = journal.openReader();
  const batches = [];
  let from = 0;
  for (let at = 0; at < payloads.length; at += 5) {
    if (at % 100 === 95) {
      await writer.close();
      writer = await journal.openWriter({ segmentBytes: 1_500 });
    }
    await appendAll(writer, payloads.slice(at, at + 5));
    const batch = await reader.read(from, { maxLines: 1 + ((at * 7) % 11) });
    from = batch.to;
    batches.push(batch);
  }
  batches.push(...(await readOn(reader, from)));
  expect(linesOf(batches)).toEqual(payloads);
  for (const batch of batches) {
    for (const again of [reader, journal.openReader()]) {
      expect(await again.read(batch.from, { maxLines: 1, to: batch.to })).toEqual(batch);
    }
  }
  const last = batches.at(-1);
  const whole = await reader.read(0, { maxLines: 1, to: last?.to });
  expect(whole.lines).toEqual(payloads);
});

test('a line that is only half there is not returned, and is once it is whole', async () => {
  const writer = await journal.openWriter();
  await appendAll(writer, ['first', 'second']);
  await writer.close();
  const path = join(journal.directory, segmentNames()[0] ?? '');
  const bytes = fs.readFileSync(path);
  const reader = journal.openReader();
  for (let length = 15; length < bytes.length; length++) {
    fs.writeFileSync(path, bytes.subarray(0, length));
    expect(await reader.read(0, { maxLines: 9 })).toEqual({ from: 0, to: 14, lines: ['first'], skipped: 0 });
  }
  fs.writeFileSync(path, bytes);
  expect((await reader.read(14, { maxLines: 9 })).lines).toEqual(['second']);
});

test('segments are dropped while they are read: none too early, the newest never', async () => {
  const { writer, payloads } = await writeSegments();
  const reader = journal.openReader();
  const slow = journal.openReader();
  const lines: string[] = [];
  for (let at = 0; ;) {
    const batch = await reader.read(at, { maxLines: 9 });
    if (batch.to === at) break;
    lines.push(...batch.lines);
    at = batch.to;
    await writer.dropBefore(at);
    expect(await reader.begin()).toBeLessThanOrEqual(at);
  }
  expect(lines).toEqual(payloads);
  expect(segmentNames()).toHaveLength(1);
  expect(await writer.metric('kurz_journal_bytes')).toBe(
    fs.statSync(join(journal.directory, segmentNames()[0] ?? '')).size,
  );
  expect((await slow.read(0, { maxLines: 1_000 })).lines).toEqual(
    payloads.slice(-linesOf(await readOn(slow, 0)).length),
  );
});

test('a position before the oldest segment reads from the oldest', async () => {
  const { writer, payloads } = await writeSegments();
  const reader = journal.openReader();
  const { to } = await reader.read(0, { maxLines: 100 });
  await writer.dropBefore(to);
  const begin = await reader.begin();
  expect(begin).toBeGreaterThan(0);
  const lines = linesOf(await readOn(reader, 0));
  expect(lines).toEqual(payloads.slice(-lines.length));
  expect(linesOf(await readOn(journal.openReader(), begin))).toEqual(lines);
});

test('readers at different places, and reads asked for at once, do not disturb each other', async () => {
  const { payloads } = await writeSegments();
  const reader = journal.openReader();
  const [ahead, behind, again] = await Promise.all([
    readOn(reader, 0, 40),
    readOn(journal.openReader(), 0, 3),
    readOn(reader, 0, 7),
  ]);
  expect([ahead, behind, again].map(linesOf)).toEqual([payloads, payloads, payloads]);
});

test('a reader that is closed refuses to read', async () => {
  const reader = journal.openReader();
  await reader.close();
  await expect(reader.read(0, { maxLines: 1 })).rejects.toThrow('closed');
});
