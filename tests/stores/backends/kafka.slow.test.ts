import { startKafka, type TestKafka } from '@kurz/backends';
import { Kafka, logLevel } from 'kafkajs';
import { readCommitted } from './read-committed';
import { settledWithin } from './settled-within';

const TOPIC = 'kept';

describe('the Kafka that tests run against', () => {
  let node: TestKafka;
  let kafka: Kafka;
  beforeAll(async () => {
    node = await startKafka({ isBehindProxy: true });
    const retry = { initialRetryTime: 50, maxRetryTime: 500, retries: 100 };
    kafka = new Kafka({ brokers: node.brokers, logLevel: logLevel.NOTHING, retry });
    const admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: TOPIC, numPartitions: 3 }] });
    await admin.disconnect();
  });
  afterAll(() => node.close());

  const send = async (value: string) => {
    const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, transactionalId: value });
    await producer.connect();
    const transaction = await producer.transaction();
    await transaction.send({ topic: TOPIC, messages: [{ value }] });
    await transaction.commit();
    await producer.disconnect();
  };

  it('answers nothing while frozen, and takes what waited once thawed', async () => {
    await send('before');
    await node.freeze();
    const sent = send('frozen');
    expect(await settledWithin(sent, 1_000)).toBe(false);
    await node.thaw();
    await sent;
    expect(await readCommitted(node, TOPIC, 2)).toEqual(['before', 'frozen']);
  });

  it('refuses connections after a kill, and comes back on its ports with every committed message', async () => {
    await node.kill();
    const admin = new Kafka({
      brokers: node.directBrokers,
      logLevel: logLevel.NOTHING,
      retry: { retries: 0 },
    }).admin();
    await expect(admin.connect()).rejects.toThrow(/ECONNREFUSED/);
    await node.restart();
    await send('after');
    expect(await readCommitted(node, TOPIC, 3)).toEqual(['after', 'before', 'frozen']);
  });

  it('sends its clients through the proxy, and a test past it', async () => {
    node.proxy?.blackHole();
    const sent = send('late');
    expect(await settledWithin(sent, 1_000)).toBe(false);
    expect(await readCommitted(node, TOPIC, 3)).toHaveLength(3);
    await node.proxy?.heal();
    await sent;
    expect(await readCommitted(node, TOPIC, 4)).toContain('late');
  });
});
