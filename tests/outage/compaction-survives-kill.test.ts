import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { makeCompactor } from '../../services/ingester/src/compact/make-compactor';
import {
  countTwoDays,
  NOW,
  startCompaction,
  type CompactionStores,
} from '../stores/compaction/start-compaction';
import { compactAll } from './compact-all.cjs';

const PROCESS = path.join(__dirname, 'compact-and-die.cjs');
const SETTINGS = { graceMs: 0, writeWithinMs: 800, writeMs: 0, minRows: 10, busyLinkRows: 15, maxDays: 31 };
const SUMS = {
  isReported: true,
  requests: { '2026-03-01': 100, '2026-03-02': 60, '2026-03-14': 20 },
  countries: { DE: 120, FR: 40 },
  humans: 160,
};

/** Several compactions are killed in parallel: each kill mostly waits for the end of the time to write. */
const WORLDS = 3;

let worlds: CompactionStores[] = [];
beforeAll(async () => {
  worlds = await Promise.all(Array.from({ length: WORLDS }, startCompaction));
});
afterAll(() => Promise.all(worlds.map((stores) => stores.close())));

/** Runs a compactor until it ends. Resolves with the number of moments that it passed; undefined when it was killed. */
async function run(stores: CompactionStores, killAt: number): Promise<number | undefined> {
  const options = { ...stores.options, settings: SETTINGS, now: NOW, killAt };
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') return undefined;
  expect(code).toBe(0);
  return Number(said);
}

/** Kills a compactor at a moment, and checks what readers see then and after the next compactor has finished. */
async function killAndGoOn(stores: CompactionStores, killAt: number): Promise<void> {
  await stores.reset();
  await run(stores, killAt);
  expect({ killAt, ...(await stores.seen('lnk_a')) }).toEqual({ killAt, ...SUMS });
  // ends the killed compactor's claim, which would run out by itself
  await sql`UPDATE compactions SET claimed_until = now()`.execute(stores.db);
  await compactAll(makeCompactor({ ...stores, clock: { now: () => NOW }, log: silentLog }, SETTINGS));
  expect({ killAt, ...(await stores.seen('lnk_a')) }).toEqual({ killAt, ...SUMS });
  expect(await stores.rowsOf('lnk_a', '2026-03-01')).toBe(1);
}

it('a compactor that is killed between any two calls of a store leaves every sum as it was', async () => {
  const counted = worlds.map(async (stores) => {
    await countTwoDays(stores, 'lnk_a');
    await stores.keep();
    const moments = await run(stores, 0);
    if (moments === undefined) throw new Error('nobody killed it');
    expect(await stores.seen('lnk_a')).toEqual(SUMS);
    return moments;
  });
  // the number varies a little with how often a compactor polls while it waits
  const moments = Math.max(...(await Promise.all(counted)));
  expect(moments).toBeGreaterThan(15);
  let killAt = 0;
  const work = async (stores: CompactionStores) => {
    while (killAt < moments) await killAndGoOn(stores, ++killAt);
  };
  await Promise.all(worlds.map(work));
});
