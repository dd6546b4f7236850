import fs from 'node:fs';
import { appendAll, linesOf, makeTestJournal, payloadsOf, readOn } from './journal-fixture';

let journal: ReturnType<typeof makeTestJournal>;
beforeEach(() => (journal = makeTestJournal()));
afterEach(async () => {
  jest.restoreAllMocks();
  await journal.close();
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const bytesOnDisk = () =>
  fs
    .readdirSync(journal.directory)
    .reduce((sum, name) => sum + fs.statSync(`${journal.directory}/${name}`).size, 0);

test('the lines of one turn go out in a single write, and every answer waits for it', async () => {
  const writer = await journal.openWriter();
  const writes = jest.spyOn(fs, 'writeSync');
  const sizes: number[] = [];
  const order: number[] = [];
  const payloads = payloadsOf(500);
  payloads.forEach((payload, index) => {
    writer.append(payload, () => {
      order.push(index);
      sizes.push(bytesOnDisk());
    });
  });
  expect(order).toEqual([]);
  expect(writer.end()).toBe(0);
  await nextTurn();
  expect(order).toEqual(payloads.map((_, index) => index));
  expect(new Set(sizes)).toEqual(new Set([writer.end()]));
  expect(writes).toHaveBeenCalledTimes(1);
});

test('a line can be read as soon as its answer is released', async () => {
  const writer = await journal.openWriter();
  const reader = journal.openReader();
  for (const payload of payloadsOf(20)) {
    const from = writer.end();
    await appendAll(writer, [payload]);
    expect(await reader.read(from, { maxLines: 10 })).toEqual({
      from,
      to: writer.end(),
      lines: [payload],
      skipped: 0,
    });
  }
});

test('a callback that throws stops neither the others nor the writer', async () => {
  const writer = await journal.openWriter();
  let released = 0;
  writer.onWritten(() => {
    throw new Error('a listener is broken');
  });
  writer.append('a', () => released++);
  writer.append('b', () => {
    throw new Error('an answer is broken');
  });
  writer.append('c', () => released++);
  await nextTurn();
  await appendAll(writer, ['d']);
  expect(released).toBe(2);
  expect(writer.events).toContain('journal_callback_failed');
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(['a', 'b', 'c', 'd']);
});

test('listeners hear of each written group until they stop', async () => {
  const writer = await journal.openWriter();
  let heard = 0;
  const stop = writer.onWritten(() => heard++);
  await appendAll(writer, ['a', 'b']);
  await appendAll(writer, ['c']);
  await nextTurn();
  stop();
  await appendAll(writer, ['d']);
  expect(heard).toBe(2);
});

test('a payload that no line can hold is answered, counted and leaves its neighbours alone', async () => {
  const writer = await journal.openWriter();
  await appendAll(writer, ['a', 'two\nlines', 'x'.repeat(64 * 1024), 'b']);
  expect(await writer.metric('kurz_journal_dropped_visits_total{reason="bad_payload"}')).toBe(2);
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(['a', 'b']);
});

test('a turn with more than four MiB is written whole and in order', async () => {
  const writer = await journal.openWriter({ segmentBytes: 1024 * 1024 });
  const payloads = Array.from({ length: 300 }, (_, index) => `${index} ${'x'.repeat(40_000)}`);
  await appendAll(writer, payloads);
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(payloads);
});

test('sync claims what was written, and callers that come together share one fdatasync', async () => {
  const writer = await journal.openWriter({ fsyncIntervalMs: 3_600_000 });
  const syncs = jest.spyOn(fs, 'fdatasync');
  expect(await writer.sync()).toBe(0);
  expect(syncs).toHaveBeenCalledTimes(0);
  await appendAll(writer, payloadsOf(3));
  const first = writer.sync();
  await appendAll(writer, payloadsOf(3));
  const later = await Promise.all([writer.sync(), writer.sync(), writer.sync()]);
  expect(await first).toBe(writer.end() / 2);
  expect(later).toEqual([writer.end(), writer.end(), writer.end()]);
  expect(syncs.mock.calls.length).toBeLessThanOrEqual(2);
});

test('what was written is synced within the interval, and nothing is synced when nothing was', async () => {
  const syncs = jest.spyOn(fs, 'fdatasync');
  const writer = await journal.openWriter({ fsyncIntervalMs: 20 });
  await appendAll(writer, ['a']);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(syncs).toHaveBeenCalledTimes(1);
});

test('with an interval of 0 an answer waits until its line survives a power cut', async () => {
  const writer = await journal.openWriter({ fsyncIntervalMs: 0 });
  const syncs = jest.spyOn(fs, 'fdatasync');
  const order: string[] = [];
  for (const payload of ['a', 'b', 'c']) {
    writer.append(payload, () => order.push(`${payload} ${syncs.mock.results.length > 0}`));
    await nextTurn();
  }
  await writer.close();
  expect(order).toEqual(['a true', 'b true', 'c true']);
});

test('a failing fdatasync is reported, answers go on, and nothing is claimed until the bytes were stored again', async () => {
  const writer = await journal.openWriter({ fsyncIntervalMs: 3_600_000 });
  await appendAll(writer, payloadsOf(5));
  const failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  const failing = jest.spyOn(fs, 'fdatasync').mockImplementation((_fd, callback) => callback(failure));
  await expect(writer.sync()).rejects.toThrow('EIO');
  await expect(writer.sync()).rejects.toThrow('EIO');
  expect(await writer.metric('kurz_journal_sync_failures_total')).toBe(2);
  expect(writer.events).toEqual(['journal_sync_failed', 'journal_sync_failed']);
  await appendAll(writer, payloadsOf(5, 5));
  failing.mockRestore();
  const writes = jest.spyOn(fs, 'writeSync');
  expect(await writer.sync()).toBe(writer.end());
  const rewritten = writes.mock.calls.map(([, bytes, , length, at]: unknown[]) => ({
    isBuffer: Buffer.isBuffer(bytes),
    length,
    at,
  }));
  expect(rewritten).toEqual([{ isBuffer: true, length: writer.end(), at: 0 }]);
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(payloadsOf(10));
});

test('with an interval of 0 answers go out although fdatasync fails', async () => {
  const writer = await journal.openWriter({ fsyncIntervalMs: 0 });
  const failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  jest.spyOn(fs, 'fdatasync').mockImplementation((_fd, callback) => callback(failure));
  await appendAll(writer, ['a', 'b']);
  expect(await writer.metric('kurz_journal_sync_failures_total')).toBe(1);
});

test('close writes what is queued and syncs it; what comes later is answered, dropped and counted', async () => {
  const writer = await journal.openWriter();
  const syncs = jest.spyOn(fs, 'fdatasync');
  let released = 0;
  writer.append('a', () => released++);
  await writer.close();
  expect(released).toBe(1);
  expect(syncs).toHaveBeenCalledTimes(1);
  await appendAll(writer, ['late']);
  expect(await writer.metric('kurz_journal_dropped_visits_total{reason="closed"}')).toBe(1);
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(['a']);
});

test.each([{ segmentBytes: 0 }, { segmentBytes: 2 ** 29 }, { maxBytes: 0 }, { fsyncIntervalMs: -1 }])(
  'options that make no sense are refused: %j',
  async (options) => {
    await expect(journal.openWriter(options)).rejects.toThrow(RangeError);
  },
);
