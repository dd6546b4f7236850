// The reported state of topics with one replica while a broker with some of their partitions is gone.

import { startKafkaCluster, type KafkaCluster } from '@kurz/backends';
import { ensureTopics, readStreamState, setJournalProgress, type TopicSettings } from '@kurz/click-stream';
import { openTestedClient, TESTED } from '../../tested-client';
import { until } from '../../until';

const wanted: TopicSettings = {
  topic: 'clicks',
  deadTopic: 'clicks.dead',
  partitions: 6,
  replication: 1,
  retentionMs: 86_400_000,
};

let kafka: KafkaCluster;
beforeAll(async () => {
  kafka = await startKafkaCluster();
});
afterAll(() => kafka?.close());

const options = () => ({ brokers: kafka.brokers, clientId: 'test', client: TESTED });
const stateNow = () => readStreamState(options(), wanted, { names: ['kurz-hits'], lateBefore: 0 });
const ledIn = (state: Awaited<ReturnType<typeof stateNow>>) =>
  state.topics[0]?.partitions?.filter(({ leader }) => leader >= 0).length;

it('partitions without a leader are told, and nothing of the groups until they have one again', async () => {
  await ensureTopics(options(), wanted);
  await setJournalProgress(openTestedClient(kafka.brokers), { topic: 'clicks', journal: 'one', position: 7 });
  expect(await stateNow()).toMatchObject({ brokers: 3, groups: [{ members: 0, lag: 0 }] });
  const node = kafka.nodes[1];
  await node?.kill();
  // until Kafka notices, the dead broker still leads partitions
  const isNoticed = () => stateNow().then(({ brokers }) => brokers === 2);
  await until(() => isNoticed().catch(() => false), { what: 'Kafka has noticed' });
  const state = await stateNow();
  expect(state.topics[0]?.partitions).toHaveLength(wanted.partitions);
  expect(ledIn(state)).toBe(4);
  expect(state.groups).toEqual([]);
  await node?.restart();
  const isWhole = () => stateNow().then((now) => ledIn(now) === wanted.partitions);
  await until(() => isWhole().catch(() => false), { what: 'all have a leader' });
  expect((await stateNow()).groups).toHaveLength(1);
});
