// `npm run bench:move`: moves a workspace with two years of counts to another ClickHouse, in the steps of the ingester:
// copy, compare, remove. `-- --quick` takes a tenth of the links.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../services/standalone/bin/prepare.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const SAMPLED_MS = 100;
/** A position behind all batches of the seeded counts. */
const BEFORE = { 0: 10 ** 9 };

/** Runs the step, and prints how long it took and the most memory that each process held. */
async function timed(name, rows, { pids, run }) {
  const { memoryOf } = await import('../api/memory-of.mjs');
  const most = pids.map(() => 0);
  const sample = () => pids.forEach((pid, at) => (most[at] = Math.max(most[at], memoryOf(pid).now)));
  const timer = setInterval(sample, SAMPLED_MS);
  const begun = performance.now();
  const result = await run().finally(() => clearInterval(timer));
  const seconds = (performance.now() - begun) / 1_000;
  console.log(
    `${name.padEnd(10)} ${seconds.toFixed(1).padStart(7)} s, ${Math.round(rows / seconds / 1_000)} thousand rows/s; ` +
      `most memory: ${most.map((megabytes) => `${Math.round(megabytes)} MB`).join(', ')}`,
  );
  return result;
}

async function main(isQuick) {
  await prepare({ root: path.join(HERE, '..', '..') });
  const { startStores, startClickHouse } = await import('../api/start-stores.mjs');
  const { seedTwoYears } = await import('./seed-two-years.mjs');
  const rowsOf = await import('../../services/ingester/dist/move/workspace-rows.js');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-move-'));
  const stores = await startStores();
  const target = await startClickHouse(path.join(folder, 'clickhouse'));
  try {
    console.error('seeding two years …');
    const { workspaceId } = await seedTwoYears(stores, isQuick ? 10_000 : 100_000);
    const [from, to] = [stores.clickHouse, target.clickHouse];
    const rows = await rowsOf.countWorkspaceRows(from, workspaceId);
    console.log(`${rows} rows; load ${os.loadavg()[0].toFixed(1)}; memory of this process, source, target`);
    const step = (name, run) =>
      timed(name, rows, { pids: [process.pid, stores.clickHousePid, target.pid], run });
    await step('copy', () =>
      rowsOf.copyWorkspaceRows(
        { from, to },
        { workspace: workspaceId, before: BEFORE },
        async () => undefined,
      ),
    );
    const prints = await step('compare', () =>
      Promise.all([from, to].map((shard) => rowsOf.fingerprintOf(shard, workspaceId, BEFORE))),
    );
    if (prints[0] !== prints[1]) throw new Error('the copy is not what it was made of');
    await step('remove', () => rowsOf.removeWorkspaceRows(from, workspaceId));
    const left = await rowsOf.countWorkspaceRows(from, workspaceId);
    if (left > 0) throw new Error(`${left} rows are left`);
  } finally {
    await target.close();
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await main(process.argv.includes('--quick'));
