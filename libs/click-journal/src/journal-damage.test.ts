import fs from 'node:fs';
import { join } from 'node:path';
import { appendAll, linesOf, makeTestJournal, payloadsOf, readOn, skippedIn } from './journal-fixture';

let journal: ReturnType<typeof makeTestJournal>;
beforeEach(() => (journal = makeTestJournal()));
afterEach(() => journal.close());

const COUNT = 300;
const payloads = payloadsOf(COUNT);

/** Bytes of a segment with all payloads, and the offset after each line. */
async function writtenSegment() {
  const writer = await journal.openWriter();
  await appendAll(writer, payloads);
  await writer.close();
  const path = join(journal.directory, fs.readdirSync(journal.directory)[0] ?? '');
  const bytes = fs.readFileSync(path);
  const ends: number[] = [];
  for (let feed = bytes.indexOf(10); feed !== -1; feed = bytes.indexOf(10, feed + 1)) ends.push(feed + 1);
  return { path, bytes, ends };
}

// numbers that look random and are the same in every run
const spread = (index: number, below: number) => (index * 2_654_435_761) % below;

test('a tail cut at 1,000 places loses nothing before the cut and is no damage', async () => {
  const { path, bytes, ends } = await writtenSegment();
  const reader = journal.openReader();
  for (let round = 0; round < 1_000; round++) {
    const cut = spread(round, bytes.length);
    fs.writeFileSync(path, bytes.subarray(0, cut));
    const batch = await reader.read(0, { maxLines: COUNT });
    expect(batch.lines).toEqual(payloads.slice(0, ends.filter((end) => end <= cut).length));
    expect(batch.skipped).toBe(0);
  }
});

test('a start after a cut tail goes on behind it, and no position is given out again', async () => {
  const { path, bytes, ends } = await writtenSegment();
  for (let round = 0; round < 60; round++) {
    const cut = spread(round, bytes.length);
    const garbage = round % 3 === 0 ? Buffer.alloc(spread(round, 200_000)) : Buffer.alloc(0);
    fs.writeFileSync(path, Buffer.concat([bytes.subarray(0, cut), garbage]));
    const writer = await journal.openWriter({ fsyncIntervalMs: 3_600_000 });
    const kept = ends.filter((end) => end <= cut);
    expect(writer.end()).toBe(kept.at(-1) ?? 0);
    await appendAll(writer, ['after the cut']);
    expect(writer.end()).toBeGreaterThan(bytes.length);
    const batches = await readOn(journal.openReader(), 0);
    expect(linesOf(batches)).toEqual([...payloads.slice(0, kept.length), 'after the cut']);
    expect(skippedIn(batches)).toBe(0);
    // a reader that had read everything before the power cut finds only new lines
    expect(linesOf(await readOn(journal.openReader(), bytes.length))).toEqual(['after the cut']);
    await writer.close();
    for (const name of fs.readdirSync(journal.directory)) fs.rmSync(join(journal.directory, name));
  }
});

test('a flipped bit costs at most the line it hits, wherever it hits, and is counted', async () => {
  const { path, bytes, ends } = await writtenSegment();
  fs.writeFileSync(join(journal.directory, '00000000001000000000.journal'), '');
  const reader = journal.openReader();
  for (let round = 0; round < 200; round++) {
    // a fifth of the rounds hits a line feed
    const at = round % 5 === 0 ? (ends[spread(round, COUNT)] ?? 1) - 1 : spread(round, bytes.length);
    const hit = Buffer.from(bytes);
    hit.writeUInt8(hit.readUInt8(at) ^ (1 << (round % 8)), at);
    fs.writeFileSync(path, hit);
    const hitLine = ends.findIndex((end) => at < end);
    const batches = await readOn(reader, 0, 64);
    const others = payloads.filter((_, index) => index !== hitLine);
    expect(linesOf(batches).filter((line) => line !== payloads[hitLine])).toEqual(others);
    const isFeed = ends.includes(at + 1);
    expect(linesOf(batches)).toHaveLength(isFeed && hitLine < COUNT - 1 ? COUNT : COUNT - 1);
    if (linesOf(batches).length < COUNT) expect(skippedIn(batches)).toBeGreaterThanOrEqual(1);
    for (const batch of batches)
      expect(await reader.read(batch.from, { maxLines: 1, to: batch.to })).toEqual(batch);
  }
});

test('damage at the end of the newest segment is passed over only once something follows it', async () => {
  const { path, bytes, ends } = await writtenSegment();
  const hit = Buffer.from(bytes);
  hit.fill('#', ends[COUNT - 2], bytes.length - 1);
  fs.writeFileSync(path, hit);
  const reader = journal.openReader();
  const before = await reader.read(0, { maxLines: 1_000 });
  expect(before).toMatchObject({ to: ends[COUNT - 2], skipped: 0 });
  fs.writeFileSync(join(journal.directory, '00000000001000000000.journal'), '');
  expect(await reader.read(before.to, { maxLines: 1_000 })).toEqual({
    from: before.to,
    to: 1_000_000_000,
    lines: [],
    skipped: 1,
  });
});

test('a long run of foreign bytes is one damaged line, takes no memory and hides nothing behind it', async () => {
  const { path, bytes, ends } = await writtenSegment();
  const border = ends[99] ?? 0;
  const run = Buffer.alloc(3_000_000, 'x');
  fs.writeFileSync(
    path,
    Buffer.concat([bytes.subarray(0, border), run, Buffer.from('\n'), bytes.subarray(border)]),
  );
  const batches = await readOn(journal.openReader(), 0, 64);
  expect(linesOf(batches)).toEqual(payloads);
  expect(skippedIn(batches)).toBe(1);
});

test('a reader sent into the middle of a line goes on with the next one', async () => {
  await writtenSegment();
  const batch = await journal.openReader().read(5, { maxLines: 2 });
  expect(batch).toMatchObject({ lines: payloads.slice(1, 3), skipped: 1 });
});
