// A group's coordinator in Kafka is created with the group, moves between brokers, and loads its state. A member that
// joins meanwhile gets an error, which does not count as an outage.

import { answerInstead, startKafka, type TestKafka } from '@kurz/backends';
import { ensureTopics, openStreamOffsets, openStreamReader } from '@kurz/click-stream';
import { makeEventLog } from '../ship/ship-fixture';
import { openTestedClient, TESTED } from '../../tested-client';
import { until } from '../../until';

const TOPIC = 'clicks';
/** The request versions that the two clients use. */
const JOIN_GROUP = { api: 11, versions: [2, 3, 4, 5, 7] };
const LOADING = 14;
const NOT_COORDINATOR = 16;
const NOT_AUTHORISED = 30;

let kafka: TestKafka;
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
  await ensureTopics(
    { brokers: kafka.directBrokers, clientId: 'test', client: TESTED },
    { topic: TOPIC, deadTopic: 'dead', partitions: 3, replication: 1, retentionMs: 86_400_000 },
  );
});
afterEach(() => kafka.proxy?.heal());
afterAll(() => kafka?.close());

/** A broker's refusal of a join: no throttling, the error, no generation, no names, no members. */
function refusal(error: number): Buffer {
  if (TESTED === 'platformatic') {
    // from version 6 on, empty strings and arrays are 1 and absent ones 0; tagged fields end the header and the body
    const flexible = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 1, 1, 1, 0]);
    flexible.writeInt16BE(error, 5);
    return flexible;
  }
  const body = Buffer.alloc(20);
  body.writeInt16BE(error, 4);
  body.writeInt32BE(-1, 6);
  return body;
}

/** Joins while Kafka's first answers are these errors. Resolves with the events that were logged until the join. */
async function joinThrough(groupId: string, errors: readonly number[]) {
  const forged = answerInstead(JOIN_GROUP, errors.map(refusal));
  kafka.proxy?.interfere(forged.make);
  const { log, events } = makeEventLog();
  const client = openTestedClient(kafka.brokers, log);
  const offsets = openStreamOffsets({ kafka: client }, { topic: TOPIC });
  const reader = openStreamReader(
    { kafka: client, offsets, log, onSession: () => undefined },
    { topic: TOPIC, groupId, sessionTimeoutMs: 6_000 },
  );
  try {
    await until(() => reader.partitions()?.length === 3);
    expect(forged.answered()).toBe(errors.length);
    return events.map(({ event, reason }) => (typeof reason === 'string' ? `${event}: ${reason}` : event));
  } finally {
    await reader.close();
    await offsets.close();
  }
}

it('joins as soon as the coordinator has loaded, and calls nothing away', async () => {
  expect(await joinThrough('loading', [LOADING, LOADING, LOADING])).toEqual(['stream_joined']);
});

it('follows a coordinator that has moved', async () => {
  expect(await joinThrough('moved', [NOT_COORDINATOR, NOT_COORDINATOR])).toEqual(['stream_joined']);
});

it('tells what Kafka said when it cannot join, and joins when it can', async () => {
  const events = await joinThrough('refused', [NOT_AUTHORISED]);
  expect(events).toEqual([
    expect.stringMatching(/^stream_away: .*(Not authorized to access group|GROUP_AUTHORIZATION_FAILED)/),
    'stream_joined',
  ]);
});
