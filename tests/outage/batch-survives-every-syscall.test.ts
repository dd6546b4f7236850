// The promise that a visit is counted once, held against kill -9 at each system call by which a batch reaches the disk
// or PostgreSQL. ClickHouse runs in the process that is killed.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openBatchSandbox, runScript, type BatchSandbox } from './batch-sandbox';
import { batchFaults, sumsOf } from './batch-sums';
import { batchVisits } from './batch-visits';
import { tracing } from './tracing';
import { killMomentsIn, STRIDE, STRIDE_OF_MAIN, TRACE_ALL, type KillMoment } from './kill-moments';

const { canTrace, it: maybe } = tracing(TRACE_ALL);

/** Statements of the transaction that adds a batch to the hits. */
const STATEMENTS_OF_HITS = 5;

/** As many as this machine has cores to spare. */
const SANDBOXES = 2;

const root = mkdtempSync(path.join(os.tmpdir(), 'kurz-batch-'));
const { visits, more } = batchVisits(Date.now());
const sandboxes: BatchSandbox[] = [];
let moments: KillMoment[] = [];

beforeAll(async () => {
  if (!canTrace) return;
  const template = path.join(root, 'template');
  const prepared = await runScript('prepare-batch.cjs', { folder: template, visits });
  if (prepared.code !== 0) throw new Error(JSON.stringify(prepared));
  for (let sandbox = 0; sandbox < SANDBOXES; sandbox++) {
    sandboxes.push(await openBatchSandbox(template, path.join(root, `sandbox-${sandbox}`)));
  }
});

afterAll(async () => {
  for (const sandbox of sandboxes) await sandbox.close();
  rmSync(root, { recursive: true, force: true });
});

type Outcome = { name: string; isDecisive: boolean; wasKilled: boolean; faults: string[] };

async function killAndGoOn(
  sandbox: BatchSandbox,
  { name, isDecisive, strace }: KillMoment,
): Promise<Outcome> {
  await sandbox.reset();
  const { wasKilled, code, stderr } = await sandbox.countTraced(strace(sandbox.folder));
  if (!wasKilled && code !== 0) throw new Error(`${name}: ended with ${code}: ${stderr}`);
  const faults = batchFaults(await sandbox.goOn(more), sumsOf([...visits, ...more]));
  return { name, isDecisive, wasKilled, faults: faults.slice(0, 3).map((fault) => `at ${name}: ${fault}`) };
}

describe('a batch', () => {
  maybe('is counted once, in all tables and hits, when nothing is killed', async () => {
    const [sandbox] = sandboxes;
    if (!sandbox) throw new Error('there is no sandbox');
    const traceFile = path.join(root, 'trace');
    await sandbox.reset();
    expect(await sandbox.countTraced([...TRACE_ALL, '-o', traceFile])).toMatchObject({ code: 0 });
    expect(batchFaults(await sandbox.goOn(more), sumsOf([...visits, ...more]))).toEqual([]);
    moments = killMomentsIn(readFileSync(traceFile, 'utf8'), sandbox.folder);
    const names = moments.map((moment) => moment.name).join('\n');
    // the plan, the parts of three tables, the commit
    expect(names).toMatch(/rename 3 of \/ingester\/plan-0\.json\.tmp/);
    // the hourly table has a part for each of the two days, and the two daily ones have one for each month
    const months = new Set(visits.map(({ time }) => new Date(time).toISOString().slice(0, 7))).size;
    expect(names.match(/rename 1 of \/clickhouse\/store\//g)).toHaveLength(2 + 2 * months);
    // every statement of the hits, and more: the number of writes before the first plan varies
    expect(names.match(/^writev \d+ of the main thread$/gm)?.length).toBeGreaterThanOrEqual(
      STATEMENTS_OF_HITS,
    );
  });

  maybe('is counted once when its process is killed at any call that writes', async () => {
    const left = moments.filter(({ isTried }) => isTried);
    const outcomes: Outcome[] = [];
    const work = async (sandbox: BatchSandbox) => {
      for (let moment = left.shift(); moment; moment = left.shift()) {
        outcomes.push(await killAndGoOn(sandbox, moment));
      }
    };
    await Promise.all(sandboxes.map(work));
    const missed = outcomes.filter((outcome) => !outcome.wasKilled).map((outcome) => outcome.name);
    console.log(
      `killed at ${outcomes.length - missed.length} calls (one in ${STRIDE} of those within a part that nobody sees yet, one in ${STRIDE_OF_MAIN} of the main thread's), ` +
        `never reached: ${missed.join(', ') || 'none'}`,
    );
    expect(outcomes.flatMap((outcome) => outcome.faults)).toEqual([]);
    // strace does not always find the file of a descriptor that another thread has opened
    const found = outcomes.filter(({ name }) => !/^(fsync|fdatasync|ftruncate) /.test(name));
    expect(found.filter(({ isDecisive, wasKilled }) => isDecisive && !wasKilled)).toEqual([]);
    expect(missed.length).toBeLessThan(outcomes.length / 10);
  });
});
