// `npm run bench:zones` after a build: p99 of redirects with 100,000 domains, while each second strangers request 100
// unknown hosts and tenants edit 10 domains. The baseline has as many requests for a known host and no edits. The
// clients have processes of their own. Prints medians over the rounds, their ratio, and the redirector's CPU and event
// loop delay.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openRedirector, type OpenRedirector } from '../../tests/stores/redirector/open-redirector';
import { addLink, addWorkspace, SHARED_ZONE, WORKSPACE } from '../../tests/stores/redirector/stored-links';
import type { Done, Task } from './messages';

const DOMAINS = 100_000;
const BATCH = 2_000;
/** Each round has a quiet and a disturbed half, which take turns in going first. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
const HALF_MS = 5_000;
const EDIT_EVERY_MS = 100;

type Half = { p50: number; p99: number; loopP99: number; cpu: number };

const shareOf = (numbers: number[], share: number) =>
  numbers.sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0;
const medianOf = (numbers: number[]) => shareOf(numbers, 0.5);

async function addDomains({ db }: OpenRedirector): Promise<void> {
  await addWorkspace(db);
  await addLink(db, 'abc');
  // in batches, because a statement has a time limit
  for (let from = 1; from <= DOMAINS; from += BATCH) {
    await sql`
      INSERT INTO zones (id, workspace_id, domain, name, zone_type, tls_state, ownership_state, is_enabled, root_redirect_url)
      SELECT 'zon_' || n, ${WORKSPACE}, 'd' || n || '.example', 'd' || n, 'user', 'provisioned', 'verified', true, ''
      FROM generate_series(${from}::int, ${from + BATCH - 1}::int) AS n`.execute(db);
  }
}

const startClient = () => fork(path.join(__dirname, 'client.ts'));

async function give(client: ChildProcess, task: Task): Promise<number[]> {
  const done = once(client, 'message');
  client.send(task);
  const [{ times }] = (await done) as [Done];
  return times;
}

async function measure(
  { port, linkCache }: OpenRedirector,
  { visitor, others }: Record<'visitor' | 'others', ChildProcess>,
  isDisturbed: boolean,
): Promise<Half> {
  const edit = () => void linkCache.publishZone(`zon_${1 + Math.floor(Math.random() * DOMAINS)}`);
  const edits = isDisturbed ? setInterval(edit, EDIT_EVERY_MS) : undefined;
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const before = process.cpuUsage();
  const asking = give(others, { does: isDisturbed ? 'strangers' : 'known', port, forMs: HALF_MS });
  const times = await give(visitor, { does: 'measure', port, forMs: HALF_MS });
  const used = process.cpuUsage(before);
  loop.disable();
  clearInterval(edits);
  await asking;
  const cpu = (used.user + used.system) / 1_000 / HALF_MS;
  return { p50: shareOf(times, 0.5), p99: shareOf(times, 0.99), loopP99: loop.percentile(99) / 1e6, cpu };
}

function print(quiet: Half[], disturbed: Half[]): void {
  const line = (halves: Half[]) => {
    const median = (of: (half: Half) => number) => medianOf(halves.map(of));
    return `p50 ${median((half) => half.p50).toFixed(2)} ms, p99 ${median((half) => half.p99).toFixed(2)} ms, event loop p99 ${median(
      (half) => half.loopP99,
    ).toFixed(2)} ms, CPU ${(100 * median((half) => half.cpu)).toFixed(1)} %`;
  };
  const p99 = (halves: Half[]) => halves.map((half) => half.p99);
  const ratios = quiet.map((half, round) => (disturbed[round]?.p99 ?? 0) / half.p99);
  console.log(`quiet:     ${line(quiet)}`);
  console.log(`disturbed: ${line(disturbed)}`);
  console.log(
    `p99 ratio ${(medianOf(p99(disturbed)) / medianOf(p99(quiet))).toFixed(2)} of the medians, ` +
      `${medianOf(ratios).toFixed(2)} median of the rounds; load ${os.loadavg()[0]?.toFixed(1)}`,
  );
}

async function main(): Promise<void> {
  const open = await openRedirector();
  await addDomains(open);
  const clock = setInterval(() => open.pass(10), 10);
  await open.linkCache.publishZone(SHARED_ZONE);
  open.pass(30_000);
  const clients = { visitor: startClient(), others: startClient() };
  await sleep(5_000);
  const [quiet, disturbed]: [Half[], Half[]] = [[], []];
  // these two halves are only a warm-up
  await measure(open, clients, false);
  await measure(open, clients, true);
  for (let round = 0; round < ROUNDS; round++) {
    for (const isDisturbed of round % 2 === 0 ? [false, true] : [true, false])
      (isDisturbed ? disturbed : quiet).push(await measure(open, clients, isDisturbed));
  }
  clearInterval(clock);
  for (const client of Object.values(clients)) client.kill();
  print(quiet, disturbed);
  await open.close();
}

void main();
