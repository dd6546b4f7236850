// StreamAdmin by kafkajs's admin client.

import type { Kafka } from 'kafkajs';
import { makeAdminClient } from '../kafka/admin-client';
import { fetchStableOffsets } from '../kafka/fetch-stable-offsets';
import { fetchWrittenOffsets } from '../kafka/fetch-written-offsets';
import { untilCoordinated } from '../kafka/until-coordinated';
import type { GroupOffset, StreamAdmin } from './stream-admin';

type Answered = { partitions: { partition: number; offset: string; metadata: string | null }[] }[];

const offsetsOf = (answered: Answered): GroupOffset[] =>
  answered
    .flatMap(({ partitions }) => partitions)
    .map(({ partition, offset, metadata }) => ({
      partition,
      offset: Number(offset),
      metadata: metadata ?? '',
    }));

export function kafkajsAdmin(kafka: Kafka, { hasRetries }: { hasRetries: boolean }): StreamAdmin {
  const { run, close } = makeAdminClient(kafka, { hasRetries });
  return {
    countPartitions: (topic) =>
      run(async (admin) => {
        const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
        return topics[0]?.partitions.length ?? 0;
      }),
    ranges: async (topic) => {
      const found = await run((admin) => admin.fetchTopicOffsets(topic));
      return new Map(
        found.map(({ partition, low, high }) => [partition, { begin: Number(low), end: Number(high) }]),
      );
    },
    writtenEnds: async (topic) => {
      const found = await run((admin) => fetchWrittenOffsets(admin, topic));
      return new Map(found.map(({ partition, high }) => [partition, Number(high)]));
    },
    offsetsAt: async (topic, time) => {
      const found = await run((admin) => admin.fetchTopicOffsetsByTimestamp(topic, time));
      return new Map(found.map(({ partition, offset }) => [partition, Number(offset)]));
    },
    committed: async (groupId, topic) =>
      offsetsOf(
        await run((admin) => untilCoordinated(() => admin.fetchOffsets({ groupId, topics: [topic] }))),
      ),
    stable: async (groupId, topic) =>
      offsetsOf(await run((admin) => fetchStableOffsets(admin, groupId, topic))),
    groups: async () => {
      const { groups } = await run((admin) => untilCoordinated(() => admin.listGroups()));
      return groups.map(({ groupId }) => groupId);
    },
    countMembers: async (groupId) => {
      const { groups } = await run((admin) => untilCoordinated(() => admin.describeGroups([groupId])));
      return groups.flatMap(({ members }) => members).length;
    },
    setOffset: (groupId, topic, { partition, offset }) =>
      run((admin) =>
        admin.setOffsets({ groupId, topic, partitions: [{ partition, offset: String(offset) }] }),
      ),
    close,
  };
}
