import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ifLong } from '../../outage/long-tests';
import { openBench, type Bench } from './bench';
import { countsIn, countsOf } from './counts';
import type { ProcessOptions } from './ingester-process';
import { mixedVisits } from './visits';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const HOOK = path.join(__dirname, '..', '..', 'typescript-hook.cjs');
const PROCESS = path.join(__dirname, 'ingester-process.ts');
const KILLS = ifLong(40, 8);
const VISITS_PER_KILL = 750;

let bench: Bench;
beforeAll(async () => (bench = await openBench()));
afterAll(() => bench.close());

/** Runs an ingester until it has caught up, or kills it `killAfterMs` after its start. Resolves with the outcome. */
async function runProcess(options: ProcessOptions, killAfterMs?: number): Promise<'done' | 'killed'> {
  const child = spawn(process.execPath, ['-r', HOOK, PROCESS, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let timer: NodeJS.Timeout | undefined;
  let isDone = false;
  child.stdout.on('data', (chunk: Buffer) => {
    const said = chunk.toString();
    if (said.includes('started') && killAfterMs !== undefined) {
      timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    }
    if (!said.includes('done')) return;
    isDone = true;
    child.kill('SIGKILL');
  });
  await exit;
  clearTimeout(timer);
  return isDone ? 'done' : 'killed';
}

describe('an ingester that is killed by SIGKILL at any moment', () => {
  it('counts every visit once in every table and in the hits, when it is started again', async () => {
    await bench.reset();
    await bench.addLinks(LINKS);
    const visits = mixedVisits(KILLS * VISITS_PER_KILL, LINKS);
    await bench.write(visits);
    await bench.closeJournal();
    const options = {
      clickHouse: bench.server.options,
      database: bench.postgres.options,
      directory: bench.journalDirectory,
      stateDirectory: bench.stateDirectory,
    };
    const ends: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      // another batch size each time: with equal bounds a lost intent would not show
      ends.push(await runProcess({ ...options, maxVisits: 30 + 17 * kill }, 40 + Math.random() * 300));
    }
    expect(ends.filter((end) => end === 'killed').length).toBeGreaterThan(KILLS / 2);
    expect(await runProcess({ ...options, maxVisits: 1_000 })).toBe('done');
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });
});
