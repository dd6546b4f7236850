// Reads a Kafka topic from its beginning, bypassing any proxy.

import { randomUUID } from 'node:crypto';
import { type TestKafka } from '@kurz/backends';
import { Kafka, logLevel } from 'kafkajs';

/** Resolves with the values, sorted, of the first `count` committed messages that arrive. */
export async function readCommitted(node: TestKafka, topic: string, count: number): Promise<string[]> {
  const kafka = new Kafka({ brokers: node.directBrokers, logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: randomUUID(), readUncommitted: false });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const values: string[] = [];
  await new Promise<void>((resolve, reject) => {
    consumer
      .run({
        eachMessage: ({ message }) => {
          values.push(message.value?.toString() ?? '');
          if (values.length >= count) resolve();
          return Promise.resolve();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return values.sort();
}
