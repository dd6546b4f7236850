// Starts the redirector as production does: its own main, settings from the environment, workers, Redis, and the thread
// that ships the journal into Kafka. Without a broker Kafka is away: nothing listens on its port.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../free-port.mjs';
import { figureIn, figuresIn } from './figures-in.mjs';
import { linesInJournal } from './lines-in-journal.mjs';

const MAIN = fileURLToPath(new URL('../../../../services/redirector/dist/main.js', import.meta.url));
const START_MS = 30_000;
const SHIP_MS = 120_000;
const NOBODY = '127.0.0.1:9';

async function until(holds, withinMs) {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(100)) if (await holds()) return true;
  return false;
}

const urlOf = ({ host, port, user, password, database }) =>
  `postgres://${user}:${password}@${host}:${port}/${database}`;

/** `journals`: a folder with existing journals; default: an empty folder. */
export async function startProduction({
  postgres,
  redisUrl,
  broker,
  isShipping,
  workers = 1,
  fsyncMs,
  journals,
}) {
  const folder = journals ?? (await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-production-')));
  const [port, opsPort] = [await freePort(), await freePort()];
  const settings = {
    KURZ_LOG_LEVEL: 'error',
    KURZ_HOST: '127.0.0.1',
    KURZ_PORT: port,
    KURZ_OPS_HOST: '127.0.0.1',
    KURZ_OPS_PORT: opsPort,
    KURZ_PRE_STOP_MS: 0,
    KURZ_WORKERS: workers,
    KURZ_NODE_NAME: 'bench',
    KURZ_JOURNAL_DIR: folder,
    KURZ_FSYNC_MS: fsyncMs,
    KURZ_POSTGRES_URL: urlOf(postgres),
    KURZ_REDIS_URL: redisUrl,
    KURZ_KAFKA_BROKERS: isShipping ? broker : NOBODY,
  };
  const environment = Object.entries(settings).map(([name, value]) => [name, String(value)]);
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...Object.fromEntries(environment) },
  });
  const ended = once(child, 'exit');
  const ask = async (what) => (await fetch(`http://127.0.0.1:${opsPort}/${what}`)).text();
  const isReady = () =>
    fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const shipped = async () => figureIn(await ask('metrics'), 'kurz_ship_visits_total');
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    if (!journals) await rm(folder, { recursive: true, force: true });
  };
  if (!(await until(isReady, START_MS))) {
    await close();
    throw new Error('the redirector does not get ready');
  }

  const linesInJournals = async () => {
    const ids = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    let lines = 0;
    for (const { name } of ids) lines += await linesInJournal(path.join(folder, name));
    return lines;
  };
  /** With shipping, each visit must be in Kafka; without, in a journal. */
  const check = async () => {
    const figures = figuresIn(await ask('metrics'));
    if (!isShipping) return { ...figures, visits: await linesInJournals() };
    await until(async () => (await shipped()) >= figures.redirects, SHIP_MS);
    return { ...figures, visits: await shipped() };
  };
  return { port, pid: child.pid, check, shipped, metrics: () => ask('metrics'), close };
}
