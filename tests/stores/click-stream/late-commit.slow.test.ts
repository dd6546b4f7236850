// A commit may reach Kafka long after its member gave up waiting, over a delayed connection and behind newer commits
// over another one. Kafka must refuse it then, or the group's position goes back and visits count twice.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerInstead, eachRequest, startKafka, type TestKafka } from '@kurz/backends';
import { openKafka, openStreamOffsets, openStreamReader, type StreamSession } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';
import { makeEventLog, makeTopic } from '../ship/ship-fixture';
import { openTestedClient, TESTED } from '../../tested-client';
import { until } from '../../until';

const [OFFSET_COMMIT, FIND_COORDINATOR, JOIN_GROUP, HEARTBEAT] = [8, 10, 11, 12];
const [NOT_COORDINATOR, UNKNOWN_MEMBER_ID] = [16, 25];
/** The error after which the client rejoins with its member id: NOT_COORDINATOR or REBALANCE_IN_PROGRESS. */
const JOINS_AGAIN = TESTED === 'kafkajs' ? NOT_COORDINATOR : 27;
/** The request versions that the two clients use. */
const HEARTBEATS = { api: HEARTBEAT, versions: [1, 2, 3, 4] };
/** Long enough for a successor that does not wait to commit. */
const SUCCESSOR_MS = 2_000;
const MESSAGES = 5;

let kafka: TestKafka;
beforeAll(async () => {
  kafka = await startKafka({ isBehindProxy: true });
});
afterEach(() => kafka.proxy?.heal());
afterAll(() => kafka?.close());

/** Kafka's answer to a heartbeat: no throttling, the error. */
function errorOf(code: number): Buffer {
  // from version 4 on, tagged fields end the header and the body
  const tag = Buffer.alloc(TESTED === 'kafkajs' ? 0 : 1);
  const body = Buffer.alloc(6);
  body.writeInt16BE(code, 4);
  return Buffer.concat([tag, body, tag]);
}

/** Opens a reader in the topic's group. `session` gives its newest session, which has one partition. */
async function openReader(brokers: string[], topic: string) {
  const { log, events } = makeEventLog();
  const client = openTestedClient(brokers);
  const offsets = openStreamOffsets({ kafka: client }, { topic });
  let session: StreamSession | undefined;
  const reader = openStreamReader(
    { kafka: client, offsets, log, onSession: (given) => (session = given) },
    { topic, groupId: topic, sessionTimeoutMs: 6_000 },
  );
  await until(() => session !== undefined);
  return {
    partitions: reader.partitions,
    joins: () => events.filter(({ event }) => event === 'stream_joined').length,
    session: () => {
      if (!session) throw new Error('no session');
      return session;
    },
    committed: async () => (await offsets.committed(topic)).get(session?.partition ?? -1),
    close: async () => {
      await reader.close();
      await offsets.close();
    },
  };
}

/** Makes a topic with messages in each partition. */
async function makeFilledTopic(topic: string, partitions: number): Promise<void> {
  await makeTopic(kafka.directBrokers, topic, partitions);
  const producer = openKafka(
    { brokers: kafka.directBrokers, clientId: 'test' },
    { log: silentLog },
  ).producer();
  await producer.connect();
  for (let partition = 0; partition < partitions; partition++)
    await producer.send({
      topic,
      messages: Array.from({ length: MESSAGES }, () => ({ value: 'a visit', partition })),
    });
  await producer.disconnect();
}

async function openTopic(topic: string) {
  await makeFilledTopic(topic, 1);
  return openReader(kafka.brokers, topic);
}

/** Commits with the partition's session. It fetches messages first, because kafkajs does not commit otherwise. */
async function commitAt(session: StreamSession, offset: number, metadata: string): Promise<void> {
  await session.messagesFrom(0);
  await session.commit(offset, metadata);
}

/** Retries the commit, as the ingester does, each time with the session that owns the partition by then. */
async function commitUntilTaken(session: () => StreamSession, offset: number, metadata: string) {
  const isTaken = async () => {
    try {
      await commitAt(session(), offset, metadata);
      return true;
    } catch {
      return false;
    }
  };
  await until(isTaken, { what: `${offset} is committed` });
}

/** Sends the request over another connection. Resolves with Kafka's answer. */
async function deliver(request: Buffer): Promise<Buffer> {
  const [host, port] = (kafka.directBrokers[0] ?? '').split(':');
  const socket = connect({ host, port: Number(port) });
  socket.write(request);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer;
}

test('a commit that arrives after newer ones of its successor changes nothing', async () => {
  let held: Buffer | undefined;
  let isHolding = false;
  const hold = (bytes: Buffer) => {
    isHolding = false;
    held = bytes;
    setImmediate(() => kafka.proxy?.resetAll());
    return false;
  };
  kafka.proxy?.interfere(() =>
    eachRequest(({ api, bytes }) => (isHolding && api === OFFSET_COMMIT ? hold(bytes) : true)),
  );
  const { session, committed, close } = await openTopic('late');
  try {
    await commitAt(session(), 0, 'first');
    isHolding = true;
    await expect(session().commit(1, 'late')).rejects.toThrow();
    await commitUntilTaken(session, 2, 'newer');
    expect(await committed()).toEqual({ offset: 2, metadata: 'newer' });
    if (!held) throw new Error('no commit was held up');
    await deliver(held);
    expect(await committed()).toEqual({ offset: 2, metadata: 'newer' });
  } finally {
    await close();
  }
});

test('a member that Kafka does not know any more has lost its partitions before it joins again', async () => {
  const forgotten = answerInstead(HEARTBEATS, [errorOf(UNKNOWN_MEMBER_ID)]);
  const wasLost: boolean[] = [];
  let owned: StreamSession | undefined;
  kafka.proxy?.interfere(() => {
    const look = eachRequest(({ api }) => {
      if (api === JOIN_GROUP && owned) wasLost.push(owned.lost.aborted);
      return true;
    });
    const forget = forgotten.make();
    return (sent, answer) => look(owned ? forget(sent, answer) : sent, answer);
  });
  const { session, close } = await openTopic('unknown');
  try {
    owned = session();
    await until(() => session() !== owned);
    expect(forgotten.answered()).toBe(1);
    expect(wasLost[0]).toBe(true);
  } finally {
    await close();
  }
});

/** API keys of the requests to hold up. kafkajs does not look up the coordinator before a commit. */
const HELD = TESTED === 'kafkajs' ? [OFFSET_COMMIT] : [OFFSET_COMMIT, FIND_COORDINATOR];

/** Ends a session while a request of its commit is held up. Resolves with whether the group kept its generation. */
async function commitLateInOneGeneration(held: number, topic: string): Promise<boolean> {
  // sends the held request late, like a client that first has to look up its broker
  let sendHeld: (() => Promise<void>) | undefined;
  let isHolding = false;
  let mustLook = false;
  // after NOT_COORDINATOR the client looks up the coordinator again
  const unknown = held === FIND_COORDINATOR ? [errorOf(NOT_COORDINATOR)] : [];
  const forgotten = answerInstead(HEARTBEATS, [...unknown, errorOf(JOINS_AGAIN)]);
  kafka.proxy?.interfere(() => {
    const forget = forgotten.make();
    const hold = eachRequest(({ api, bytes }, answer) => {
      if (api !== held || !isHolding) return true;
      isHolding = false;
      sendHeld = async () => answer(await deliver(bytes));
      return false;
    });
    return (sent, answer) => {
      const passing = hold(sent, answer);
      const isForgotten = sendHeld !== undefined || (mustLook && forgotten.answered() < unknown.length);
      return isForgotten ? forget(passing, answer) : passing;
    };
  });
  await makeFilledTopic(topic, 2);
  // only the leader of a group begins a new generation when it joins again
  const leader = await openReader(kafka.directBrokers, topic);
  const member = await openReader(kafka.brokers, topic);
  try {
    await until(() => leader.partitions()?.length === 1 && member.partitions()?.length === 1);
    const joins = leader.joins();
    const lost = member.session();
    await commitAt(lost, 0, 'first');
    mustLook = true;
    await until(() => forgotten.answered() === unknown.length);
    isHolding = true;
    const late = lost.commit(1, 'late').catch(() => undefined);
    await until(() => sendHeld !== undefined && lost.lost.aborted, { what: 'the session is lost' });
    const newer = commitUntilTaken(
      () => {
        if (member.session() === lost) throw new Error('no session');
        return member.session();
      },
      2,
      'newer',
    );
    await Promise.race([newer, sleep(SUCCESSOR_MS)]);
    await sendHeld?.();
    await Promise.all([late, newer]);
    expect(await member.committed()).toEqual({ offset: 2, metadata: 'newer' });
    return leader.joins() === joins;
  } finally {
    await member.close();
    await leader.close();
  }
}

const ATTEMPTS = 5;

test.each(HELD)(
  'what a lost session still commits comes before all that its successor in the same generation commits: API %d is held',
  async (held) => {
    // on a busy machine the group may rebalance meanwhile
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
      if (await commitLateInOneGeneration(held, `same-${held}-${attempt}`)) return;
    throw new Error('the group never stayed in one generation');
  },
);
