// The disk takes writes and fails to flush them: strace makes every fdatasync of a running redirector fail until it
// detaches. Visitors are answered and their visits written all the same. Only a power cut could lose unflushed visits,
// and the log alerts the operator.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidsOfWorkers } from '../flow/workers-of';
import { openRedirectorWorld, type RedirectorWorld } from '../flow/redirector-world';
import { until } from '../until';
import { tracing } from './tracing';
import { journalLinesIn, runbookAskedFor, startJournalVisitors } from './journal-visitors';

const FAILURES = /^kurz_journal_sync_failures_total (\d+)$/m;
const DROPPED = /^kurz_journal_dropped_visits_total\S* ([1-9]\d*)$/m;
const FAIL = ['-f', '-qq', '-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO'];
const FSYNC_MS = 200;

const { canTrace, it: maybe } = tracing(FAIL);

let world: RedirectorWorld;
beforeAll(async () => {
  if (canTrace) world = await openRedirectorWorld(['abc']);
});
afterAll(() => world?.close());

/** Makes every fdatasync of the process fail until the result is called. */
function failSyncsOf(pid: number) {
  const strace = spawn('strace', [...FAIL, '-o', '/dev/null', '-p', String(pid)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(strace, 'exit');
  return async () => {
    strace.kill('SIGINT');
    await ended;
  };
}

maybe(
  'While no fdatasync succeeds every visit is answered and written, the failures are counted, and they end with their cause',
  async () => {
    const redirector = await world.start({ KURZ_WORKERS: '1', KURZ_FSYNC_MS: String(FSYNC_MS) });
    const [worker = 0] = await pidsOfWorkers(redirector.process.pid ?? 0);
    const failures = async () => (await redirector.metric(FAILURES)) ?? 0;
    const visitors = startJournalVisitors(redirector.port);
    await sleep(500);
    expect(await failures()).toBe(0);
    const letGo = failSyncsOf(worker);
    await until(async () => (await failures()) >= 5, { what: 'it tries again and again' });
    await letGo();
    // an fdatasync that is under way may still fail
    await sleep(2 * FSYNC_MS);
    const failed = await failures();
    await sleep(5 * FSYNC_MS);
    expect(await failures()).toBe(failed);
    const outcomes = await visitors.end();
    const answered = outcomes['302'] ?? 0;
    expect(outcomes).toEqual({ 302: answered });
    expect(await redirector.metric(DROPPED)).toBeUndefined();
    expect(runbookAskedFor(redirector.log(), 'journal_sync_failed')).toBe('The journal cannot be synced');
    expect((await redirector.stop()).code).toBe(0);
    console.log(`${answered} answered while ${failed} flushes failed`);
    expect(await journalLinesIn(redirector.journalDirectory)).toBe(answered);
  },
);
