// Shipping a journal and counting a partition resume from the stable offset: the committed offset that no open
// transaction can still change.

import { answerInstead, startKafka, type TestKafka } from '@kurz/backends';
import {
  openJournalShip,
  openKafka,
  openStreamOffsets,
  type KafkajsClient,
  type StreamClient,
} from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeTopic } from '../ship/ship-fixture';
import { openTestedClient, TESTED } from '../../tested-client';
import { until } from '../../until';

const TOPIC = 'clicks';
const OFFSET_FETCH = 9;
const WITH_REQUIRE_STABLE = 7;
const UNSTABLE = 88;
const HEARTBEAT = { until: 0, at: 0, isAtRest: false };

let kafka: TestKafka;
let client: KafkajsClient;
let tested: StreamClient;
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
  client = openKafka({ brokers: kafka.brokers, clientId: 'test' }, { log: silentLog });
  tested = openTestedClient(kafka.brokers);
  await makeTopic(kafka.directBrokers, TOPIC, 1);
});
afterEach(() => kafka.proxy?.heal());
afterAll(() => kafka?.close());

async function setOffset(groupId: string, offset: number): Promise<void> {
  const admin = client.admin();
  await admin.connect();
  const partitions = [{ partition: 0, offset: String(offset) }];
  // fails until Kafka has created its offsets topic, for the first group
  await until(() =>
    admin.setOffsets({ groupId, topic: TOPIC, partitions }).then(
      () => true,
      () => false,
    ),
  );
  await admin.disconnect();
}

/** Counts the requests for a stable offset. */
function countQuestions(): () => number {
  let asked = 0;
  kafka.proxy?.interfere(() => (sent) => {
    if (sent.readInt16BE(4) === OFFSET_FETCH && sent.readInt16BE(6) === WITH_REQUIRE_STABLE) asked++;
    return sent;
  });
  return () => asked;
}

test.each(['commit', 'abort'] as const)(
  'an offset is not told before the transaction that would change it has ended, here by %s',
  async (end) => {
    const groupId = `group-${end}`;
    await setOffset(groupId, 10);
    const producer = client.producer({ transactionalId: groupId, maxInFlightRequests: 1 });
    await producer.connect();
    const transaction = await producer.transaction();
    await transaction.sendOffsets({
      consumerGroupId: groupId,
      topics: [{ topic: TOPIC, partitions: [{ partition: 0, offset: '20' }] }],
    });
    const offsets = openStreamOffsets({ kafka: tested }, { topic: TOPIC });
    try {
      const asked = countQuestions();
      let isTold = false;
      const telling = offsets.committed(groupId).finally(() => (isTold = true));
      await until(() => asked() >= 5);
      expect(isTold).toBe(false);
      await transaction[end]();
      expect((await telling).get(0)?.offset).toBe(end === 'commit' ? 20 : 10);
    } finally {
      await offsets.close();
      await producer.disconnect();
    }
  },
);

/** An OffsetFetch answer with no tagged fields, throttling or group error: one partition with `error` and no offset. */
function answerOf(error: number): Buffer {
  const name = Buffer.from([TOPIC.length + 1, ...Buffer.from(TOPIC)]);
  const partition = Buffer.alloc(4 + 8 + 4 + 1 + 2 + 1);
  partition.writeBigInt64BE(-1n, 4);
  partition.writeInt16BE(error, 4 + 8 + 4 + 1);
  const head = Buffer.from([0, 0, 0, 0, 0, 2]);
  return Buffer.concat([head, name, Buffer.from([2]), partition, Buffer.from([0, 0, 0, 0])]);
}

it('opens a journal where it stands once Kafka says that this is stable, and asks until then', async () => {
  const settings = { topic: TOPIC, journal: 'one', shipper: 'first' };
  const open = async () => {
    const opened = await openJournalShip(tested, settings, undefined);
    if (opened.kind !== 'opened') throw new Error('the journal is taken');
    return opened.ship;
  };
  const first = await open();
  const nothing = { position: 0, shipper: '', lasts: new Map<number, number>() };
  const line = { lines: Buffer.from('line'), to: 10 };
  await first.ship(
    nothing,
    (position) => Promise.resolve(position === 0 ? line : undefined),
    () => HEARTBEAT,
  );
  await first.close();
  const kind = { api: OFFSET_FETCH, versions: [WITH_REQUIRE_STABLE] };
  const unstable = answerInstead(kind, [answerOf(UNSTABLE), answerOf(UNSTABLE), answerOf(UNSTABLE)]);
  kafka.proxy?.interfere(unstable.make);
  const second = await open();
  expect(second.found?.position).toBe(10);
  expect(unstable.answered()).toBe(3);
  await second.close();
});

/** The answer to a plain OffsetFetch while the coordinator knows no offset of the group yet. */
const [NO_OFFSETS, PLAIN] =
  TESTED === 'platformatic'
    ? [Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0]), { api: OFFSET_FETCH, versions: [6] }]
    : [Buffer.alloc(10), { api: OFFSET_FETCH, versions: [3, 4] }];

it('leaves a journal to the successor whose position only the stable answer tells', async () => {
  const nothing = { position: 0, shipper: '', lasts: new Map<number, number>() };
  const ship = async (shipper: string) => {
    const opened = await openJournalShip(tested, { topic: TOPIC, journal: 'two', shipper }, undefined);
    if (opened.kind !== 'opened') throw new Error('the journal is taken');
    const none = () => Promise.resolve(undefined);
    return opened.ship.ship(nothing, none, () => HEARTBEAT).finally(opened.ship.close);
  };
  const known = await ship('frozen');
  await ship('successor');
  const stale = answerInstead(PLAIN, [NO_OFFSETS]);
  kafka.proxy?.interfere(stale.make);
  const settings = { topic: TOPIC, journal: 'two', shipper: 'frozen' };
  const opened = await openJournalShip(tested, settings, known);
  expect(stale.answered()).toBe(1);
  if (opened.kind === 'opened') await opened.ship.close();
  expect(opened).toMatchObject({ kind: 'taken', by: { shipper: 'successor' } });
});
