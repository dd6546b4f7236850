import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { appendAll, linesOf, makeTestJournal, payloadsOf, readOn, skippedIn } from './journal-fixture';
import { openJournalReader } from './journal-reader';

let journal: ReturnType<typeof makeTestJournal>;
beforeEach(() => (journal = makeTestJournal()));
afterEach(async () => {
  jest.restoreAllMocks();
  await journal.close();
});

const failWithEio = () => {
  throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
};

/** The next write takes 25 bytes, two lines of 11 and a torn one, and the write of the rest fails. */
function failInTheThirdLine() {
  // the overloads leave the spy's arguments untyped
  const real: (fd: number, bytes: Buffer, offset: number, length: number, position: number) => number =
    fs.writeSync;
  const takeSome = (...[fd, bytes, offset, , position]: unknown[]) =>
    Buffer.isBuffer(bytes) ? real(Number(fd), bytes, Number(offset), 25, Number(position)) : 0;
  jest.spyOn(fs, 'writeSync').mockImplementationOnce(takeSome).mockImplementationOnce(failWithEio);
}

const FULL = 'kurz_journal_dropped_visits_total{reason="disk_full"}';

test('over its limit the journal answers every visit, drops the newest, says so once, and recovers', async () => {
  const writer = await journal.openWriter({ maxBytes: 8_000 });
  const payloads = payloadsOf(400);
  for (let at = 0; at < 400; at += 4) await appendAll(writer, payloads.slice(at, at + 4));
  const dropped = await writer.metric(FULL);
  const kept = linesOf(await readOn(journal.openReader(), 0));
  expect(kept).toEqual(payloads.slice(0, 400 - dropped));
  expect(await writer.metric('kurz_journal_bytes')).toBe(writer.end());
  expect(writer.end()).toBeLessThanOrEqual(8_000);
  expect(writer.events).toEqual(['journal_dropping']);

  await writer.dropBefore(writer.end());
  await appendAll(writer, ['room again']);
  expect(writer.events).toEqual(['journal_dropping', 'journal_recovered']);
  expect(linesOf(await readOn(journal.openReader(), 0)).at(-1)).toBe('room again');
  expect(await writer.metric(FULL)).toBe(dropped);
});

test('a disk that is full at every other turn does not flood the log', async () => {
  const writer = await journal.openWriter({ maxBytes: 2_000 });
  for (let turn = 0; turn < 50; turn++) {
    await appendAll(writer, ['x'.repeat(3_000)]);
    await appendAll(writer, ['x']);
  }
  expect(await writer.metric(FULL)).toBe(50);
  expect(writer.events).toEqual(['journal_dropping', 'journal_recovered']);
});

test('drops that the log kept quiet about are told as soon as it may speak again', async () => {
  const writer = await journal.openWriter({ maxBytes: 2_000 });
  const dropOne = () => appendAll(writer, ['x'.repeat(3_000)]);
  await dropOne();
  await appendAll(writer, ['x']);
  for (let turn = 0; turn < 3; turn++) await dropOne();
  await appendAll(writer, ['x']);
  expect(writer.reportedDrops()).toBe(1);
  const later = performance.now() + 11_000;
  jest.spyOn(performance, 'now').mockImplementation(() => later);
  await appendAll(writer, ['x']);
  await appendAll(writer, ['x']);
  expect(writer.events).toEqual(['journal_dropping', 'journal_recovered', 'journal_recovered']);
  expect(writer.reportedDrops()).toBe(4);
});

test('a limit smaller than a segment does not stop the journal for good once all was consumed', async () => {
  const writer = await journal.openWriter({ maxBytes: 4_000, segmentBytes: 64 * 1024 * 1024 });
  const reader = journal.openReader();
  let at = 0;
  for (const payload of payloadsOf(500)) {
    await appendAll(writer, [payload]);
    const batch = await reader.read(at, { maxLines: 10 });
    expect(batch.lines).toEqual([payload]);
    at = batch.to;
    await writer.dropBefore(at);
  }
  expect(await writer.metric(FULL)).toBe(0);
});

test('when the disk takes a part of a group, its whole lines stay, the rest is counted and the next group goes on', async () => {
  const writer = await journal.openWriter();
  await appendAll(writer, ['before']);
  failInTheThirdLine();
  await appendAll(writer, ['l1', 'l2', 'l3', 'l4']);
  expect(await writer.metric('kurz_journal_dropped_visits_total{reason="write_failed"}')).toBe(2);
  expect(await writer.metric('kurz_journal_write_failures_total')).toBe(1);
  await appendAll(writer, ['after']);
  const batches = await readOn(journal.openReader(), 0);
  expect(linesOf(batches)).toEqual(['before', 'l1', 'l2', 'after']);
  expect(skippedIn(batches)).toBe(0);
  expect(batches.at(-1)?.to).toBe(writer.end());
});

test('when the torn line cannot be cut either, later lines go where no reader can mistake them', async () => {
  const writer = await journal.openWriter();
  const reader = journal.openReader();
  failInTheThirdLine();
  jest.spyOn(fs, 'ftruncateSync').mockImplementationOnce(failWithEio);
  await appendAll(writer, ['l1', 'l2', 'l3', 'l4']);
  const before = await reader.read(0, { maxLines: 10 });
  await appendAll(writer, ['after']);
  expect(before.lines).toEqual(['l1', 'l2']);
  expect(await reader.read(before.to, { maxLines: 10 })).toMatchObject({
    lines: ['after'],
    to: writer.end(),
  });
});

test('a segment that cannot be begun costs its group and nothing else', async () => {
  const writer = await journal.openWriter();
  const failure = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  jest.spyOn(fs, 'fsyncSync').mockImplementationOnce(() => {
    throw failure;
  });
  await appendAll(writer, ['lost']);
  expect(await writer.metric(FULL)).toBe(1);
  await appendAll(writer, ['kept']);
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(['kept']);
});

/** A tmpfs of 150 KiB in its own namespace when the system allows that, otherwise a limit of 75 KB per file. */
const IN_LITTLE_ROOM = `
  if unshare --mount true 2>/dev/null && [ "$(id -u)" = 0 ]; then
    exec unshare --mount sh -c 'mount -t tmpfs -o size=150k none "$1" && "$2" "$3" "$1/journal" && cp -r "$1/journal" "$4"' sh "$@"
  fi
  (ulimit -f 150; "$2" "$3" "$1/journal") && cp -r "$1/journal" "$4"`;

test('on a disk that is really full every visit is answered, each is either readable or counted as dropped, and room ends it', async () => {
  const place = join(journal.directory, 'place');
  fs.mkdirSync(place);
  const copy = join(journal.directory, 'copy');
  const script = join(__dirname, 'fill-disk-and-make-room.cjs');
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    IN_LITTLE_ROOM,
    'sh',
    place,
    process.execPath,
    script,
    copy,
  ]);
  const seen: unknown = JSON.parse(stdout);
  const reader = openJournalReader({ directory: copy });
  const batches = await readOn(reader, 0);
  await reader.close();
  const lines = linesOf(batches).map((line) => Number(line.split('\t')[0]));
  expect(seen).toMatchObject({ events: ['journal_dropping', 'journal_recovered'] });
  const count = (name: string) => Number(Object.entries(seen ?? {}).find(([key]) => key === name)?.[1]);
  expect(count('answered')).toBe(count('appended'));
  expect(count('dropped')).toBeGreaterThan(0);
  expect(lines).toHaveLength(count('appended') - count('dropped'));
  expect(lines).toEqual([...new Set(lines)].sort((a, b) => a - b));
  expect(lines.at(-1)).toBe(count('appended') - 1);
  expect(skippedIn(batches)).toBe(0);
});
