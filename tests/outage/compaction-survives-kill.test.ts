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

let stores: CompactionStores;
beforeAll(async () => (stores = await startCompaction()));
afterAll(() => stores.close());

/** Runs a compactor to its end, or to its death; resolves with the moments that it passed, undefined when it died. */
async function run(killAt: number): Promise<number | undefined> {
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

it('a compactor that is killed between any two calls of a store leaves every sum as it was', async () => {
  const compact = makeCompactor({ ...stores, clock: { now: () => NOW }, log: silentLog }, SETTINGS);
  await countTwoDays(stores, 'lnk_a');
  await stores.keep();
  const moments = await run(0);
  if (moments === undefined) throw new Error('nobody killed it');
  expect(await stores.seen('lnk_a')).toEqual(SUMS);
  expect(moments).toBeGreaterThan(15);
  for (let killAt = 1; killAt <= moments; killAt++) {
    await stores.reset();
    await run(killAt);
    expect({ killAt, ...(await stores.seen('lnk_a')) }).toEqual({ killAt, ...SUMS });
    // the dead one's claim is over in its time
    await sql`UPDATE compactions SET claimed_until = now()`.execute(stores.db);
    await compactAll(compact);
    expect({ killAt, ...(await stores.seen('lnk_a')) }).toEqual({ killAt, ...SUMS });
    expect(await stores.rowsOf('lnk_a', '2026-03-01')).toBe(1);
  }
}, 400_000);
