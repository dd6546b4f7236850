// Redirector workers are killed under load, one and all, and stopped in order: every answered visit is in Kafka once.

import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcess, startKafka, type TestKafka } from '@kurz/backends';
import { decodeVisit } from '@kurz/click-event';
import { pidsOfWorkers } from '../flow/workers-of';
import { openRedirectorWorld, type RedirectorProcess, type RedirectorWorld } from '../flow/redirector-world';
import { TESTED_ENV } from '../tested-client';
import { until } from '../until';
import { committedChunks } from '../stores/ship/committed-chunks';
import { makeTopic } from '../stores/ship/ship-fixture';
import { makeVisitorConnection } from './visitor-connection';

const TOPIC = 'kurz.clicks';
const VISITORS = 8;
/** Keeps the load at about a thousand visits per second, so that starting workers get CPU time. */
const REST_MS = 5;
const KILLS = 5;
const STRANDED_MS = 10_000;
const REDIRECTS = /^kurz_redirector_answers_total\{kind="redirect"\} (\d+)$/m;

let kafka: TestKafka;
let world: RedirectorWorld;
beforeAll(async () => {
  [kafka, world] = await Promise.all([startKafka(), openRedirectorWorld(['abc'])]);
  await makeTopic(kafka.brokers, TOPIC);
});
afterAll(async () => {
  await world.close();
  await kafka.close();
});

/** Visitors whose visits each have their own referrer host, to be found again. Records the answered ones. */
function visitors(port: number, name: string) {
  const answered: string[] = [];
  const wrong: string[] = [];
  let asked = 0;
  let isOver = false;
  const visit = async () => {
    const connection = makeVisitorConnection(port);
    while (!isOver) {
      const host = `${name}${asked++}.example`;
      const headers = { host: 'kurz.example', referer: `https://${host}/` };
      const reply = await connection.ask({ method: 'GET', path: '/abc', headers });
      if (reply.kind === 'answered') {
        if (reply.status === 302) answered.push(host);
        else if (reply.status !== 503) wrong.push(`${host}: ${reply.status}`);
      }
      await sleep(REST_MS);
    }
    connection.close();
  };
  const all = Promise.all(Array.from({ length: VISITORS }, visit));
  return {
    answered,
    wrong,
    end: async () => {
      isOver = true;
      await all;
    },
  };
}

/** How often each visit is in Kafka, by its referrer host. */
async function shippedHosts(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const line of (await committedChunks(kafka.brokers, TOPIC)).flatMap((chunk) => chunk.lines)) {
    const decoded = decodeVisit(line);
    if (decoded.kind !== 'visit') throw new Error(`no visit: ${line}`);
    const host = decoded.visit.referrerHost;
    counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  return counts;
}

async function lostAndDoubled(answered: readonly string[]) {
  const shipped = await shippedHosts();
  return {
    lost: answered.filter((host) => !shipped.has(host)).length,
    doubled: [...shipped.values()].filter((count) => count > 1).length,
  };
}

const settings = () => ({
  KURZ_WORKERS: '2',
  KURZ_KAFKA_BROKERS: kafka.brokers.join(','),
  KURZ_KAFKA_TOPIC: TOPIC,
  ...TESTED_ENV,
});

async function killOneWorker(redirector: RedirectorProcess): Promise<void> {
  const before = await pidsOfWorkers(redirector.process.pid ?? 0);
  const target = before[Math.floor(Math.random() * before.length)];
  signalProcess(target, 'SIGKILL');
  await until(
    async () => {
      const now = await pidsOfWorkers(redirector.process.pid ?? 0);
      return (
        now.length === before.length && now.every((pid) => pid !== target) && (await redirector.isReady())
      );
    },
    { what: 'another worker is in its place' },
  );
}

test('Workers killed under load are replaced, and every answered visit is in Kafka exactly once', async () => {
  const redirector = await world.start(settings());
  const load = visitors(redirector.port, 'worker');
  for (let kill = 0; kill < KILLS; kill++) {
    await until(() => load.answered.length > (kill + 1) * 500, { what: 'visits pass' });
    const counted = (await redirector.metric(REDIRECTS)) ?? 0;
    expect(counted).toBeGreaterThan(0);
    await killOneWorker(redirector);
    // the total keeps the killed worker's counts: a falling counter would read as a restart of the whole redirector
    expect(await redirector.metric(REDIRECTS)).toBeGreaterThanOrEqual(counted);
  }
  await load.end();
  expect(load.wrong).toEqual([]);
  expect(await redirector.metric(/^kurz_redirector_workers_ended_total (\d+)$/m)).toBe(KILLS);
  expect(redirector.log().match(/"event":"worker_ended"/g)).toHaveLength(KILLS);
  const ended = await redirector.stop();
  expect([ended.code, ended.ms < 10_000]).toEqual([0, true]);
  // it was stopped in order while Kafka was there, so nothing is left for the next start
  expect(await lostAndDoubled(load.answered)).toEqual({ lost: 0, doubled: 0 });
});

/** Visitors with a new connection per visit. Counts those that waited longer than any replacement of a worker takes. */
function newcomers(port: number) {
  let begun = 0;
  let visits = 0;
  let stranded = 0;
  let isOver = false;
  const come = async () => {
    while (!isOver) {
      const connection = makeVisitorConnection(port);
      const headers = { host: 'kurz.example', referer: `https://newcomer${begun++}.example/` };
      const reply = connection.ask({ method: 'GET', path: '/abc', headers });
      const timer = new AbortController();
      const stays = sleep(STRANDED_MS, true, { signal: timer.signal }).catch(() => false);
      if ((await Promise.race([reply.then(() => false), stays])) === true) stranded++;
      timer.abort();
      connection.close();
      visits++;
      await sleep(REST_MS);
    }
  };
  const all = Promise.all(Array.from({ length: 2 * VISITORS }, come));
  return {
    visits: () => visits,
    end: async () => {
      isOver = true;
      await all;
      return stranded;
    },
  };
}

test('Nobody who comes while a worker is killed is left waiting', async () => {
  const redirector = await world.start(settings());
  const load = newcomers(redirector.port);
  for (let kill = 0; kill < KILLS; kill++) {
    const before = load.visits();
    await until(() => load.visits() > before + 500, { what: 'visits pass' });
    await killOneWorker(redirector);
  }
  expect(await load.end()).toBe(0);
  expect((await redirector.stop()).code).toBe(0);
});

test('After the whole redirector was killed, the next start ships what it left, also with fewer workers', async () => {
  const redirector = await world.start(settings());
  const load = visitors(redirector.port, 'all');
  await until(() => load.answered.length > 2_000, { what: 'visits pass' });
  const workers = await pidsOfWorkers(redirector.process.pid ?? 0);
  for (const pid of [redirector.process.pid, ...workers]) signalProcess(pid, 'SIGKILL');
  await redirector.ended;
  await load.end();
  const next = await world.start({
    ...settings(),
    KURZ_WORKERS: '1',
    KURZ_JOURNAL_DIR: redirector.journalDirectory,
  });
  await until(async () => (await lostAndDoubled(load.answered)).lost === 0, {
    what: 'all journals are shipped',
  });
  expect(await lostAndDoubled(load.answered)).toEqual({ lost: 0, doubled: 0 });
  expect((await next.stop()).code).toBe(0);
});

test('Stopped while Kafka is away it ends in time, and the next start ships what it left', async () => {
  const redirector = await world.start(settings());
  const load = visitors(redirector.port, 'away');
  await until(() => load.answered.length > 500, { what: 'visits pass' });
  await kafka.kill();
  const before = load.answered.length;
  await until(() => load.answered.length > before + 500, { what: 'visits go on' });
  await load.end();
  const ended = await redirector.stop();
  expect([ended.code, ended.ms < 10_000]).toEqual([0, true]);
  await kafka.restart();
  const next = await world.start({ ...settings(), KURZ_JOURNAL_DIR: redirector.journalDirectory });
  await until(async () => (await lostAndDoubled(load.answered)).lost === 0, {
    what: 'all journals are shipped',
  });
  expect(await lostAndDoubled(load.answered)).toEqual({ lost: 0, doubled: 0 });
  expect((await next.stop()).code).toBe(0);
});
