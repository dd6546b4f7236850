// The journal's files are removed while it is written, for example by a cleaner of temporary files, by hand, or by
// another machine's redirector that takes them for a dead redirector's.

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { appendAll, linesOf, makeTestJournal, readOn } from './journal-fixture';

let journal: ReturnType<typeof makeTestJournal>;
beforeEach(() => (journal = makeTestJournal()));
afterEach(() => journal.close());

test('lines that come after the next sync are in a new file', async () => {
  const writer = await journal.openWriter();
  await appendAll(writer, ['before']);
  await writer.sync();
  for (const name of readdirSync(journal.directory)) rmSync(path.join(journal.directory, name));
  await appendAll(writer, ['lost']);
  await expect(writer.sync()).rejects.toThrow('was removed');
  expect(writer.events).toEqual(['journal_sync_failed']);
  await appendAll(writer, ['after']);
  await writer.sync();
  expect(linesOf(await readOn(journal.openReader(), 0))).toEqual(['after']);
});

test('where their folder is gone as well, they are counted as dropped', async () => {
  const writer = await journal.openWriter();
  await appendAll(writer, ['before']);
  await writer.sync();
  rmSync(journal.directory, { recursive: true });
  await appendAll(writer, ['lost']);
  await expect(writer.sync()).rejects.toThrow('was removed');
  await appendAll(writer, ['one', 'two']);
  expect(await writer.metric('kurz_journal_dropped_visits_total{reason="write_failed"}')).toBe(2);
  expect(writer.events).toEqual(['journal_sync_failed', 'journal_dropping']);
});
