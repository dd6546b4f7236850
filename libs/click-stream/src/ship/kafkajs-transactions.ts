// A journal's transactions by kafkajs. Its own retries stay off, because they do not know the outcome of a failed call.

import { InfrastructureError } from '@kurz/resilience';
import { CompressionTypes, type Kafka } from 'kafkajs';
import {
  PRODUCE_TIMEOUT_MS,
  TRANSACTION_TIMEOUT_MS,
  type JournalTransactions,
  type TransactionSettings,
} from './journal-transactions';

export function kafkajsTransactions(
  kafka: Kafka,
  { transactionalId, topic }: TransactionSettings,
): JournalTransactions {
  const producer = kafka.producer({
    transactionalId,
    transactionTimeout: TRANSACTION_TIMEOUT_MS,
    maxInFlightRequests: 1,
    retry: { retries: 0 },
    createPartitioner:
      () =>
      ({ message }) =>
        message.partition ?? 0,
  });
  return {
    fence: async () => {
      await producer.connect();
      await (await producer.transaction()).abort();
    },
    begin: async () => {
      const transaction = await producer.transaction();
      return {
        send: async (message) => {
          const taken = await transaction.send({
            topic,
            compression: CompressionTypes.GZIP,
            acks: -1,
            timeout: PRODUCE_TIMEOUT_MS,
            messages: [message],
          });
          // kafkajs sends nothing to a partition that it finds no leader of, and takes that for success
          if (taken.length > 0) return;
          throw new InfrastructureError(`partition ${message.partition} of ${topic} has no leader`, true);
        },
        sendOffset: async ({ groupId, topic: ofTopic, partition, offset, metadata }) => {
          const partitions = [{ partition, offset: String(offset), metadata }];
          await transaction.sendOffsets({
            consumerGroupId: groupId,
            topics: [{ topic: ofTopic, partitions }],
          });
        },
        commit: () => transaction.commit(),
      };
    },
    close: () => producer.disconnect(),
  };
}
