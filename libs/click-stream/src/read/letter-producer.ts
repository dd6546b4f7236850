// Sends messages outside of transactions, with either client.

import { InfrastructureError } from '@kurz/resilience';
import type { Kafka } from 'kafkajs';
import type { PlatformaticClient } from '../client/stream-client';

export type LetterProducer = {
  /** Resolves when every in-sync replica has the messages. */
  send: (messages: { key: string; value: string }[]) => Promise<void>;
  close: () => Promise<void>;
};

const RETRY = { retries: 2, initialRetryTime: 100, maxRetryTime: 500 };
const ALL_REPLICAS = -1;
const PRODUCE_TIMEOUT_MS = 10_000;

export async function kafkajsLetters(kafka: Kafka, topic: string): Promise<LetterProducer> {
  const producer = kafka.producer({ allowAutoTopicCreation: false, retry: RETRY });
  await producer.connect();
  return {
    send: async (messages) => {
      await producer.send({ topic, acks: ALL_REPLICAS, messages });
    },
    close: () => producer.disconnect(),
  };
}

/** Sends all messages to the first partition that has a leader: their topic has one partition. */
export function platformaticLetters(
  { openCluster }: PlatformaticClient,
  topic: string,
): Promise<LetterProducer> {
  const cluster = openCluster();
  const send: LetterProducer['send'] = async (messages) => {
    const [led] = (await cluster.leaders(topic)).led;
    const [partition] = led?.partitions ?? [];
    if (!led || partition === undefined)
      throw new InfrastructureError(`${topic} has no partition with a leader`, true);
    const records = messages.map(({ key, value }) => ({
      topic,
      partition,
      key: Buffer.from(key),
      value: Buffer.from(value),
    }));
    await cluster.at(led.leader)(({ produceV9 }) => produceV9, [ALL_REPLICAS, PRODUCE_TIMEOUT_MS, records]);
  };
  return Promise.resolve({ send, close: () => Promise.resolve(cluster.close()) });
}
