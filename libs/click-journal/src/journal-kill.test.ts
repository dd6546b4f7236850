import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendAll, linesOf, makeTestJournal, readOn, skippedIn } from './journal-fixture';

let journal: ReturnType<typeof makeTestJournal>;
beforeEach(() => (journal = makeTestJournal()));
afterEach(() => journal.close());

const ROUNDS = 8;

/** Starts a process that appends and notes what was acknowledged, and kills it meanwhile. */
async function appendUntilKilled(notes: string, round: number) {
  const child = spawn(
    process.execPath,
    [join(__dirname, 'append-and-acknowledge.cjs'), journal.directory, notes, `${round}`],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const size = existsSync(notes) ? statSync(notes).size : 0;
  while (child.exitCode === null && (existsSync(notes) ? statSync(notes).size : 0) === size) await sleep(2);
  await sleep(5 + round * 7);
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
}

/** Reads on beside the writers, from its position, until it is stopped; then reads the rest. */
function follow() {
  const reader = journal.openReader();
  let isStopped = false;
  const lines = (async () => {
    const followed: string[] = [];
    for (let at = 0; ;) {
      const batch = await reader.read(at, { maxLines: 50 });
      followed.push(...batch.lines);
      if (batch.to === at && isStopped) return followed;
      if (batch.to === at) await sleep(1);
      at = batch.to;
    }
  })();
  return (): Promise<string[]> => {
    isStopped = true;
    return lines;
  };
}

test('every line acknowledged before kill -9 is read afterwards, none twice, also by who read all the while', async () => {
  const notes = join(journal.directory, 'acknowledged');
  const stopFollowing = follow();
  for (let round = 0; round < ROUNDS; round++) await appendUntilKilled(notes, round);
  const writer = await journal.openWriter();
  await appendAll(writer, ['the last start']);
  const batches = await readOn(journal.openReader(), 0, 500);
  const lines = linesOf(batches);
  // a note may be torn like a line
  const acknowledged = readFileSync(notes, 'latin1').split('\n').slice(0, -1);
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * 20);
  const read = new Set(lines);
  expect(acknowledged.filter((line) => !read.has(line))).toEqual([]);
  expect(lines).toHaveLength(read.size);
  expect(skippedIn(batches)).toBe(0);
  expect(await stopFollowing()).toEqual(lines);
  for (let round = 0; round < ROUNDS; round++) {
    const own = lines.filter((line) => line.startsWith(`${round}-`));
    expect(own.map((line) => Number(/-(\d+)/.exec(line)?.[1]))).toEqual(own.map((_, index) => index));
  }
});
