// A shipper's heartbeat in Kafka is the time up to which its journal is shipped, and never a later time.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerInstead, startKafka, type TestKafka } from '@kurz/backends';
import { journalGroupOf, openJournalHeartbeats, openKafka, type JournalHeartbeats } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { retry } from '@kurz/resilience';
import type { Admin } from 'kafkajs';
import { append, makeShipFixture, makeTopic, visitLines } from './ship-fixture';
import { openTestedClient, TESTED } from '../../tested-client';
import { textIfThere } from '../../text-if-there';
import { until } from '../../until';

const TOPIC = 'clicks';
const HEARTBEAT_MS = 200;
/** The request versions that the two clients use. */
const OFFSET_FETCH = { api: 9, versions: [3, 4, 6] };
/** An answer with no throttling, no offsets, and the error of a coordinator that is loading. */
const LOADING = Buffer.from(
  TESTED === 'platformatic' ? [0, 0, 0, 0, 0, 1, 0, 14, 0] : [0, 0, 0, 0, 0, 0, 0, 0, 0, 14],
);
const LIST_GROUPS = { api: 16, versions: [0, 1, 2, 4] };
/** An answer with no throttling, no error and no groups. */
const NO_GROUPS = Buffer.from(
  TESTED === 'platformatic' ? [0, 0, 0, 0, 0, 0, 0, 1, 0] : [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
);
/** Kafka forgets positions that were committed longer ago than this, its minimum. It checks every second. */
const FORGETS_AFTER_MS = 60_000;
/** A heartbeat that Kafka cannot forget between two of them. */
const IDLE_HEARTBEAT_MS = 5_000;
/** How often a read looks whether Kafka has forgotten a position. */
const LOOKED_EACH_MS = 2_000;

let kafka: TestKafka;
let admin: Admin;
let heartbeats: JournalHeartbeats;
let fixture: ReturnType<typeof makeShipFixture>;
/** Has the journals that Kafka forgets or keeps. That takes some time, in which the other tests run. */
const idleFixture = makeShipFixture();
const options = () => ({ brokers: kafka.brokers, clientId: 'test' });
// retries while the coordinator is loading
const COORDINATOR = { minMs: 50, maxMs: 500, attempts: 40 };
const heartbeatOf = async (journal: string) => (await retry(heartbeats.read, COORDINATOR)).get(journal);
const start = (journal: string, heartbeatMs = HEARTBEAT_MS, passed?: (position: number) => Promise<void>) =>
  fixture.startShipper(journal, options(), TOPIC, { heartbeatMs, passed });
/** Connects to Kafka directly, because the other tests cut the connection through the proxy. */
const startIdle = async (journal: string, heartbeatMs: number) => {
  await idleFixture.openWriter(journal);
  const direct = { ...options(), brokers: kafka.directBrokers };
  idleFixture.startShipper(journal, direct, TOPIC, { heartbeatMs });
};

beforeAll(async () => {
  kafka = await startKafka({
    isBehindProxy: true,
    settings: { 'offsets.retention.minutes': 1, 'offsets.retention.check.interval.ms': 1_000 },
  });
  await makeTopic(kafka.brokers, TOPIC);
  const client = openKafka({ brokers: kafka.directBrokers, clientId: 'test' }, { log: silentLog });
  admin = client.admin();
  await admin.connect();
  heartbeats = openJournalHeartbeats({ kafka: openTestedClient(kafka.directBrokers) }, { topic: TOPIC });
  await startIdle('speaks', IDLE_HEARTBEAT_MS);
  await startIdle('silent', 3_600_000);
  await until(async () => [await heartbeatOf('speaks'), await heartbeatOf('silent')].every(Boolean));
});
afterAll(async () => {
  await idleFixture.close();
  await heartbeats?.close();
  await admin?.disconnect();
  await kafka?.close();
});
beforeEach(() => {
  fixture = makeShipFixture();
});
afterEach(async () => {
  await kafka.proxy?.heal();
  await fixture.close();
});

it('is the present while nothing waits, also when nothing comes', async () => {
  await fixture.openWriter('idle');
  const begunAt = Date.now();
  start('idle');
  await until(async () => ((await heartbeatOf('idle'))?.until ?? 0) > begunAt + 1_000);
  const heartbeat = await heartbeatOf('idle');
  expect(heartbeat?.isAtRest).toBe(false);
  expect(heartbeat?.until).toBeLessThanOrEqual(Date.now() - 1_000);
});

it('lets shipped visits leave the disk of a journal that nobody visits any more', async () => {
  const writer = await fixture.openWriter('left', undefined, 1_000);
  const directory = path.join(fixture.root, 'left');
  const onDisk = () =>
    readdirSync(directory)
      .filter((name) => name.endsWith('.journal'))
      .map((name) => textIfThere(path.join(directory, name)))
      .join('');
  const passed: number[] = [];
  let isDropped = false;
  const shipper = start('left', HEARTBEAT_MS, async (position) => {
    passed.push(position);
    if (isDropped) await writer.dropBefore(position);
  });
  await append(writer, visitLines(10));
  await until(() => shipper.state.shippedVisits === 10);
  // the end of the journal was passed twice: from now on only heartbeats are committed
  await until(() => passed.length > 1 && passed.at(-1) === passed.at(-2));
  expect(onDisk()).toContain('lnk_9');
  isDropped = true;
  await until(() => onDisk() === '');
});

it('stands still while visits wait that cannot be shipped, and goes on when they are', async () => {
  const writer = await fixture.openWriter('cut-off');
  const shipper = start('cut-off');
  await until(async () => ((await heartbeatOf('cut-off'))?.until ?? 0) > 0);
  await kafka.proxy?.refuse();
  await append(writer, visitLines(100));
  const writtenAt = Date.now();
  await until(() => shipper.state.health === 'waiting');
  await sleep(2_000);
  expect((await heartbeatOf('cut-off'))?.until).toBeLessThan(writtenAt);
  await kafka.proxy?.heal();
  await until(async () => ((await heartbeatOf('cut-off'))?.until ?? 0) > writtenAt);
  expect(shipper.state.shippedVisits).toBe(100);
});

it('waits for a coordinator that is loading, and does not call it an outage', async () => {
  await fixture.openWriter('early');
  const forged = answerInstead(OFFSET_FETCH, [LOADING, LOADING]);
  kafka.proxy?.interfere(forged.make);
  const shipper = start('early');
  await until(() => shipper.state.health === 'shipping');
  expect([forged.answered(), shipper.state.failures]).toEqual([2, 0]);
});

it('is not claimed for a backlog of which only a part is shipped', async () => {
  const writer = await fixture.openWriter('backlog', 64 * 1024 * 1024);
  // several transactions, so that some of the looks fall between them
  for (let from = 0; from < 200_000; from += 10_000) await append(writer, visitLines(10_000, from));
  start('backlog');
  const claims: string[] = [];
  await until(async () => {
    const groupId = journalGroupOf('backlog');
    const ask = () => admin.fetchOffsets({ groupId, topics: [TOPIC] });
    const [found] = await retry(ask, COORDINATOR);
    const committed = found?.partitions.find(({ partition }) => partition === 0);
    if (Number(committed?.offset) === writer.end()) return true;
    claims.push(committed?.metadata ?? '');
    return false;
  });
  expect(claims.some((claim) => claim.includes('"until":0,'))).toBe(true);
  expect(claims.filter((claim) => /"until":[1-9]/.test(claim))).toEqual([]);
  await until(async () => ((await heartbeatOf('backlog'))?.until ?? 0) > 0);
});

it('says that nothing is awaited of a journal that is closed in order, and takes it back at the next start', async () => {
  const writer = await fixture.openWriter('rests');
  const shipper = start('rests');
  await append(writer, visitLines(10));
  await writer.close();
  await shipper.close(20_000);
  expect(await heartbeatOf('rests')).toMatchObject({ isAtRest: true });
  await fixture.openWriter('rests');
  start('rests');
  await until(async () => (await heartbeatOf('rests'))?.isAtRest === false);
});

it('is found though the group is not listed, as while its coordinator moves, and not when the group is removed', async () => {
  await fixture.openWriter('unlisted');
  const shipper = start('unlisted');
  await until(async () => (await heartbeatOf('unlisted')) !== undefined);
  const answers: Buffer[] = [];
  const forged = answerInstead(LIST_GROUPS, answers);
  kafka.proxy?.interfere(forged.make);
  const proxied = openJournalHeartbeats({ kafka: openTestedClient(kafka.brokers) }, { topic: TOPIC });
  try {
    expect([...(await retry(proxied.read, COORDINATOR)).keys()]).toContain('unlisted');
    answers.push(NO_GROUPS, NO_GROUPS);
    expect([...(await proxied.read()).keys()]).toContain('unlisted');
    await shipper.close(20_000);
    await admin.deleteGroups([journalGroupOf('unlisted')]);
    expect([...(await proxied.read()).keys()]).not.toContain('unlisted');
    expect(forged.answered()).toBe(2);
  } finally {
    await proxied.close();
  }
});

it('keeps Kafka from forgetting the position of an idle journal', async () => {
  const isForgotten = async () => {
    await sleep(LOOKED_EACH_MS);
    return (await heartbeatOf('silent')) === undefined;
  };
  await until(isForgotten, { ms: 3 * FORGETS_AFTER_MS });
  expect(await heartbeatOf('speaks')).toBeDefined();
});
