// Journals for tests, each in its own directory, with the writer's log events and metrics.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMetrics, type Log } from '@kurz/process';
import type { JournalBatch, JournalReader, JournalWriter } from './journal';
import { openJournalReader } from './journal-reader';
import { openJournalWriter } from './journal-writer';
import type { JournalWriterOptions } from './journal-writer-options';

export type TestWriter = JournalWriter & {
  /** Names of the logged events. */
  events: string[];
  /** The logged events with all fields. */
  logged: unknown[];
  /** Sum of the `dropped` fields of the logged recoveries. */
  reportedDrops: () => number;
  /** Value of one line of the metrics, such as `kurz_journal_bytes`; 0 when the line is missing. */
  metric: (line: string) => Promise<number>;
};

const eventOf = (fields: unknown) =>
  typeof fields === 'object' && fields !== null && 'event' in fields ? String(fields.event) : '';

const droppedOf = (fields: unknown) =>
  typeof fields === 'object' && fields !== null && 'dropped' in fields ? Number(fields.dropped) : 0;

/** `close` closes every opened writer and reader, and removes the directory. */
export function makeTestJournal() {
  const directory = mkdtempSync(join(tmpdir(), 'kurz-journal-'));
  const opened: { close: () => Promise<void> }[] = [];

  const openWriter = async (options: Partial<JournalWriterOptions> = {}): Promise<TestWriter> => {
    const events: string[] = [];
    const logged: unknown[] = [];
    let reported = 0;
    const note = (fields: unknown) => {
      events.push(eventOf(fields));
      logged.push(fields);
      if (eventOf(fields) === 'journal_recovered') reported += droppedOf(fields);
    };
    const log: Log = { debug: note, info: note, warn: note, error: note };
    const metrics = makeMetrics();
    const writer = await openJournalWriter({ directory, ...options }, { log, metrics });
    opened.push(writer);
    const metric = async (name: string) => {
      const lines = (await metrics.text()).split('\n');
      return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0);
    };
    return { ...writer, events, logged, reportedDrops: () => reported, metric };
  };

  const openReader = (): JournalReader => {
    const reader = openJournalReader({ directory });
    opened.push(reader);
    return reader;
  };

  const close = async () => {
    await Promise.allSettled(opened.map((each) => each.close()));
    rmSync(directory, { recursive: true, force: true });
  };

  return { directory, openWriter, openReader, close };
}

/** Appends in one turn; resolves when the last line's answer is released. */
export const appendAll = (writer: JournalWriter, payloads: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    let waiting = payloads.length;
    for (const payload of payloads) writer.append(payload, () => --waiting === 0 && resolve());
  });

/** Reads batches until one is empty. */
export async function readOn(reader: JournalReader, from: number, maxLines = 1_000): Promise<JournalBatch[]> {
  const batches: JournalBatch[] = [];
  for (let at = from; ;) {
    const batch = await reader.read(at, { maxLines });
    if (batch.to === at) return batches;
    batches.push(batch);
    at = batch.to;
  }
}

export const linesOf = (batches: readonly JournalBatch[]) => batches.flatMap((batch) => batch.lines);
export const skippedIn = (batches: readonly JournalBatch[]) =>
  batches.reduce((sum, batch) => sum + batch.skipped, 0);

/** Payloads as long as a visit's, each different, numbered from `first`. */
export const payloadsOf = (count: number, first = 0) =>
  Array.from(
    { length: count },
    (_, index) => `1\t${first + index}\tws_a\tlnk_b\tGET\tMozilla/5.0 é ÿ \0 end`,
  );
