// The promise that a visit is shipped once, tested with kill -9 at each call by which a redirector's start and shipping
// change the journal's folder: also between Kafka's answer, the note of the position and the removal of each segment.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { openJournalWriter } from '@kurz/click-journal';
import { makeMetrics, silentLog } from '@kurz/process';
import { committedChunks, differenceOf } from '../stores/ship/committed-chunks';
import { append, makeTopic, visitLines } from '../stores/ship/ship-fixture';
import { runScript } from './batch-sandbox';
import { tracing } from './tracing';
import { momentsOfFiles, TRACE_ALL, type KillMoment } from './kill-moments';

const { canTrace, it: maybe } = tracing(TRACE_ALL);

const SEGMENT_BYTES = 6 * 1024;
const LINES_PER_SEGMENT = 50;
const SEGMENTS = 6;
/** Journals that are shipped side by side: most of a start is waiting for Kafka. */
const AT_ONCE = 4;
/** With line numbers of six digits, the lines of all journals have the same length. */
const FIRST_LINE = 100_000;

const root = mkdtempSync(path.join(os.tmpdir(), 'kurz-ship-calls-'));
const written: string[] = [];
let kafka: SharedKafka;
let topic: string;
beforeAll(async () => {
  if (!canTrace) return;
  kafka = await openTestKafka();
  topic = kafka.own('clicks');
  await makeTopic(kafka.brokers, topic);
});
afterAll(async () => {
  await kafka?.close();
  rmSync(root, { recursive: true, force: true });
});

const segmentsIn = (directory: string) => readdirSync(directory).filter((name) => name.endsWith('.journal'));

/** Makes a journal of several segments with new visits. Resolves with its directory. */
async function writeJournal(name: string): Promise<string> {
  const directory = path.join(root, name);
  const writer = await openJournalWriter(
    { directory, segmentBytes: SEGMENT_BYTES },
    { log: silentLog, metrics: makeMetrics() },
  );
  for (let segment = 0; segment < SEGMENTS; segment++) {
    const lines = visitLines(LINES_PER_SEGMENT, FIRST_LINE + written.length);
    written.push(...lines);
    await append(writer, lines);
  }
  await writer.close();
  return directory;
}

/** Excludes the lock's temporary file, whose name is random. */
const isRepeatable = ({ name }: KillMoment) => !/\/lock\.\w+$/.test(name);

const ship = (directory: string, before: readonly string[] = []) =>
  runScript(
    'ship-and-drop.cjs',
    { directory, brokers: kafka.brokers, topic, segmentBytes: SEGMENT_BYTES },
    before,
  );

maybe(
  'a visit is shipped once though its process is killed at any call that changes the journal, and each next start goes on',
  async () => {
    const traceFile = path.join(root, 'trace');
    const whole = await writeJournal('whole');
    expect(segmentsIn(whole)).toHaveLength(SEGMENTS);
    expect(await ship(whole, ['strace', ...TRACE_ALL, '-o', traceFile])).toMatchObject({ code: 0 });
    const moments = momentsOfFiles(readFileSync(traceFile, 'utf8'), whole).filter(isRepeatable);
    const names = moments.map(({ name }) => name).join('\n');
    expect(names.match(/^unlink 1 of .*\.journal$/gm)).toHaveLength(SEGMENTS);
    expect(names).toMatch(/^rename 1 of \/shipped\.new$/m);

    const missed: string[] = [];
    const left = [...moments.entries()];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [place, { name, strace }] = next;
        const directory = await writeJournal(`killed-${place}`);
        const killed = await ship(directory, ['strace', ...strace(directory)]);
        if (!killed.wasKilled) missed.push(name);
        expect([name, await ship(directory)]).toEqual([name, expect.objectContaining({ code: 0 })]);
        expect([name, segmentsIn(directory)]).toEqual([name, [expect.any(String)]]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    console.log(
      `killed at ${moments.length - missed.length} calls, never reached: ${missed.join(', ') || 'none'}`,
    );
    // strace does not always find the file of a descriptor that another thread has opened
    expect(missed.filter((name) => !/^(fdatasync|ftruncate) /.test(name))).toEqual([]);
    expect(differenceOf(await committedChunks(kafka.brokers, topic), written)).toEqual({
      lost: 0,
      doubled: 0,
    });
  },
);
