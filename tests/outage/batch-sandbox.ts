// A place in which one batch is counted over and over, each time from the same beginning: a data folder that is put
// back, a PostgreSQL that is emptied, and processes that count and may be killed at a given system call.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '@kurz/backends';
import type { Visit } from '@kurz/click-event';
import { openFixtureDatabase } from '../fixture-database';
import { addLinks } from '../stores/ingester/add-links';
import { BATCH_LINKS } from './batch-visits';
import { batchSumsOf, type BatchSums } from './batch-sums';

export type Ran = { wasKilled: boolean; code: number | null; stdout: string; stderr: string };

export type BatchSandbox = {
  folder: string;
  /** Everything as it was before the first visit was counted. */
  reset: () => Promise<void>;
  /** Counts the visits in the journal, under strace with the given arguments. */
  countTraced: (strace: readonly string[]) => Promise<Ran>;
  /** Writes `more` and counts everything in batches of another size. Resolves with what the stores hold then. */
  goOn: (more: readonly Visit[]) => Promise<BatchSums>;
  close: () => Promise<void>;
};

/** Longer than any batch here; the batch of `goOn` is not. */
const WHOLE = 10_000;
const SMALLER = 150;

/** One thread makes all of Node's file calls, so that the n-th call of the thread is the n-th of the process. */
const environment = { ...process.env, UV_THREADPOOL_SIZE: '1' };

export async function runScript(script: string, input: object, before: readonly string[] = []): Promise<Ran> {
  const words = [...before, process.execPath, path.join(__dirname, script)];
  const child = spawn(words[0] ?? '', words.slice(1), { env: environment });
  const ran: Ran = { wasKilled: false, code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (ran.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ran.stderr += chunk.toString()));
  // a process that is killed early does not read its input
  child.stdin.on('error', () => undefined).end(JSON.stringify(input));
  await once(child, 'close');
  return { ...ran, code: child.exitCode, wasKilled: child.signalCode === 'SIGKILL' };
}

/** `template`: a data folder as prepare-batch.cjs makes it. */
export async function openBatchSandbox(template: string, folder: string): Promise<BatchSandbox> {
  const postgres = await startPostgres();
  const { options } = postgres;
  const database = openFixtureDatabase(options);
  const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);
  await addLinks(database.db, BATCH_LINKS);
  const input = { folder, database: options };
  return {
    folder,
    reset: async () => {
      rmSync(folder, { recursive: true, force: true });
      cpSync(template, folder, { recursive: true });
      await run('TRUNCATE link_hits, hit_positions, stream_progress');
    },
    countTraced: (strace) =>
      runScript('count-batch.cjs', { ...input, maxVisits: WHOLE, more: [] }, ['strace', ...strace]),
    goOn: async (more) => {
      const ran = await runScript('count-batch.cjs', { ...input, maxVisits: SMALLER, more });
      if (ran.code !== 0) throw new Error(`it does not go on: ${JSON.stringify(ran)}`);
      return batchSumsOf(ran.stdout);
    },
    close: async () => {
      await database.close();
      await postgres.close();
    },
  };
}
