// What Kafka says of the topic's partitions and of the groups' committed offsets, for any process and any partition.
// Nothing is connected before the first question, and a connection that failed is not used again.

import type { Admin, Kafka } from 'kafkajs';

/** Offset of the oldest record kept, and the one after the newest. */
export type OffsetRange = { begin: number; end: number };
export type CommittedOffset = { offset: number; metadata: string };

export type StreamOffsets = {
  /** Of every partition. */
  ranges: () => Promise<ReadonlyMap<number, OffsetRange>>;
  /** Of the partitions where the group has committed. */
  committed: (groupId: string) => Promise<ReadonlyMap<number, CommittedOffset>>;
  close: () => Promise<void>;
};

const RETRY = { retries: 2, initialRetryTime: 50, maxRetryTime: 500 };

export function openStreamOffsets(deps: { kafka: Kafka }, config: { topic: string }): StreamOffsets {
  const { topic } = config;
  let opened: Promise<Admin> | undefined;

  const open = async () => {
    const admin = deps.kafka.admin({ retry: RETRY });
    await admin.connect();
    return admin;
  };
  const drop = async (admin: Promise<Admin>) => {
    if (opened === admin) opened = undefined;
    await admin.then((open) => open.disconnect()).catch(() => undefined);
  };
  const ask = async <T>(question: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = (opened ??= open());
    try {
      return await question(await admin);
    } catch (error) {
      void drop(admin);
      throw error;
    }
  };

  return {
    ranges: async () => {
      const found = await ask((admin) => admin.fetchTopicOffsets(topic));
      return new Map(
        found.map(({ partition, low, high }) => [partition, { begin: Number(low), end: Number(high) }]),
      );
    },
    committed: async (groupId) => {
      const found = await ask((admin) => admin.fetchOffsets({ groupId, topics: [topic] }));
      const committed = new Map<number, CommittedOffset>();
      for (const { partition, offset, metadata } of found.flatMap(({ partitions }) => partitions)) {
        if (Number(offset) >= 0)
          committed.set(partition, { offset: Number(offset), metadata: metadata ?? '' });
      }
      return committed;
    },
    close: async () => {
      if (opened) await drop(opened);
    },
  };
}
