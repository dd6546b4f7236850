// Reads every chunk of a topic that consumers will ever see: the committed ones of every partition, in order. A
// sentinel behind each partition's end makes sure that no late chunk is overlooked.

import { randomUUID } from 'node:crypto';
import { decodeChunk, openKafka, type ChunkRange } from '@kurz/click-stream';
import { silentLog } from '@kurz/process';

type LinesOfChunk = ChunkRange & { lines: string[] };
export type CommittedChunk = LinesOfChunk & { partition: number };

const SENTINEL = 'sentinel';

export async function committedChunks(brokers: string[], topic: string): Promise<CommittedChunk[]> {
  const kafka = openKafka({ brokers, clientId: 'test' }, { log: silentLog });
  const admin = kafka.admin();
  const producer = kafka.producer({ createPartitioner: () => (given) => given.message.partition ?? 0 });
  const consumer = kafka.consumer({ groupId: `test-${randomUUID()}`, readUncommitted: false });
  await Promise.all([admin.connect(), producer.connect(), consumer.connect()]);
  try {
    // asks for metadata alone, because a broker that is back leads its partitions a moment later
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const partitions = topics.flatMap((one) => one.partitions.map(({ partitionId }) => partitionId));
    const run = randomUUID();
    const sentinels = partitions.map((partition) => ({ partition, key: SENTINEL, value: run }));
    await producer.send({ topic, messages: sentinels });
    const chunks: CommittedChunk[] = [];
    const open = new Set(partitions);
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      const onMessage = (partition: number, message: Parameters<typeof decodeChunk>[0]) => {
        if (message.key?.toString() === SENTINEL) {
          if (message.value?.toString() === run) open.delete(partition);
          if (open.size === 0) resolve();
          return;
        }
        const decoded = decodeChunk(message);
        if (decoded.kind === 'malformed') reject(new Error(`a message is malformed: ${decoded.reason}`));
        else
          chunks.push({
            ...decoded.chunk,
            lines: decoded.chunk.lines.toString('latin1').split('\n'),
            partition,
          });
      };
      consumer
        .run({
          eachMessage: ({ partition, message }) => Promise.resolve(onMessage(partition, message)),
        })
        .catch(reject);
    });
    return chunks;
  } finally {
    await Promise.all([admin.disconnect(), producer.disconnect(), consumer.disconnect()]);
  }
}

/** How the lines differ from what was written: 0 and 0 is exactly once. */
export function differenceOf(
  chunks: readonly Pick<LinesOfChunk, 'lines'>[],
  written: Iterable<string>,
): { lost: number; doubled: number } {
  const lines = chunks.flatMap((chunk) => chunk.lines);
  const unique = new Set(lines);
  let lost = 0;
  for (const line of written) if (!unique.has(line)) lost++;
  return { lost, doubled: lines.length - unique.size };
}
