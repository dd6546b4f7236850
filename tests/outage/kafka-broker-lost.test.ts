// Three Kafka brokers, three replicas, two of which acknowledge. Each broker is killed in turn under load: as leader of
// partitions, coordinator of transactions and groups, and controller. The others go on; no visit is lost or doubled.

import { setTimeout as sleep } from 'node:timers/promises';
import { startKafkaCluster, type KafkaCluster } from '@kurz/backends';
import { openKafka } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { until } from '../until';
import { EXACT, makeProductionLoad, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { startProductionOn, TOPIC, type Production } from './start-production';

const CONNECTIONS = 8;
/** Longer than the cluster takes to detect a dead broker. */
const DEAD_MS = 5_000;
const RECOVERS_MS = 60_000;

let production: Production<KafkaCluster>;
let load: ProductionLoad;
beforeAll(async () => {
  production = await startProductionOn(startKafkaCluster, { replication: 3 });
  load = await makeProductionLoad(production, seededRandom(), { connections: CONNECTIONS, mayDie: false });
});
afterAll(() => production?.close());

/** The leader and the number of in-sync replicas of each partition of the click stream. */
async function partitionsOfTopic() {
  const client = openKafka({ brokers: production.kafka.directBrokers, clientId: 'test' }, { log: silentLog });
  const admin = client.admin();
  try {
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [TOPIC] });
    return topics[0]?.partitions.map(({ leader, isr }) => ({ leader, whole: isr.length })) ?? [];
  } finally {
    await admin.disconnect();
  }
}

/** Seconds until ClickHouse holds a visit that is answered after the call. */
async function secondsUntilCounted(): Promise<number> {
  const begunAt = performance.now();
  const answered = load.answered();
  await until(async () => (await load.counted('daily')) > answered, {
    what: 'a later visit is counted',
    ms: RECOVERS_MS,
  });
  return Math.round((performance.now() - begunAt) / 100) / 10;
}

test('Each broker of three is killed in turn: redirects go on, the others take over, every sum is exact', async () => {
  const told: string[] = [];
  const { slowestMs, during } = await load.through(async () => {
    for (const node of production.kafka.nodes) {
      await until(
        async () => (await partitionsOfTopic()).every(({ whole }) => whole === production.kafka.nodes.length),
        { what: 'every copy is whole' },
      );
      const led = (await partitionsOfTopic()).filter(({ leader }) => leader === node.id).length;
      await node.kill();
      const [seconds] = await Promise.all([secondsUntilCounted(), sleep(DEAD_MS)]);
      told.push(`broker ${node.id}, leader of ${led} partitions: counted again after ${seconds} s`);
      expect((await partitionsOfTopic()).map(({ leader }) => leader)).not.toContain(node.id);
      await node.restart();
    }
  });
  const { seconds, ...found } = await load.settled();
  console.log(
    [
      ...told,
      `${during} redirects meanwhile, slowest ${Math.round(slowestMs)} ms; exact ${seconds} s later`,
    ].join('\n'),
  );
  expect(found).toEqual(EXACT);
});
