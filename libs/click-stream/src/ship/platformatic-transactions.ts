// A journal's transactions by @platformatic/kafka. No call is retried after a late or lost answer, because its outcome
// is unknown.

import { InfrastructureError } from '@kurz/resilience';
import { untilCoordinated } from '../kafka/until-coordinated';
import type { Address } from '../platformatic/broker-connection';
import type { Cluster } from '../platformatic/cluster';
import { loadPlatformatic } from '../platformatic/load-platformatic';
import {
  PRODUCE_TIMEOUT_MS,
  TRANSACTION_TIMEOUT_MS,
  type JournalTransaction,
  type JournalTransactions,
  type ShippedMessage,
  type ShippedOffset,
  type TransactionSettings,
} from './journal-transactions';
import { whileClosing } from './while-closing';

type Producer = { transactionalId: string; coordinator: Address; id: bigint; epoch: number };

const ALL_REPLICAS = -1;
const NO_PRODUCER = -1n;
const NO_EPOCH = -1;
const NO_GENERATION = -1;

const headersOf = ({ headers }: ShippedMessage) =>
  new Map(Object.entries(headers).map(([name, value]) => [Buffer.from(name), Buffer.from(value)]));

/** Gets an id for the producer, which ends the transaction that an earlier one had begun. */
const fenceEarlier = (cluster: Cluster, transactionalId: string): Promise<Producer> =>
  whileClosing(() =>
    untilCoordinated(async () => {
      const coordinator = await cluster.coordinator('transaction', transactionalId);
      const { producerId, producerEpoch } = await cluster.at(coordinator)(
        ({ initProducerIdV3 }) => initProducerIdV3,
        [transactionalId, TRANSACTION_TIMEOUT_MS, NO_PRODUCER, NO_EPOCH],
      );
      return { transactionalId, coordinator, id: producerId, epoch: producerEpoch };
    }),
  );

/** Sends messages to the leaders found at the first send, each with the next sequence number of its partition. */
function makeProduce(cluster: Cluster, topic: string) {
  let leaders: ReadonlyMap<number, Address> | undefined;
  const sequences = new Map<number, number>();

  const leaderOf = async (partition: number) => {
    if (!leaders) {
      const { led } = await cluster.leaders(topic);
      leaders = new Map(led.flatMap((one) => one.partitions.map((of) => [of, one.leader])));
    }
    const leader = leaders.get(partition);
    if (!leader) throw new InfrastructureError(`partition ${partition} of ${topic} has no leader`, true);
    return leader;
  };
  return async ({ transactionalId, id, epoch }: Producer, message: ShippedMessage): Promise<void> => {
    const { partition, key, value } = message;
    const leader = await leaderOf(partition);
    const sequence = sequences.get(partition) ?? 0;
    sequences.set(partition, sequence + 1);
    const { NumericMap } = await loadPlatformatic();
    await cluster.at(leader)(
      ({ produceV9 }) => produceV9,
      [
        ALL_REPLICAS,
        PRODUCE_TIMEOUT_MS,
        [{ topic, partition, key: Buffer.from(key), value, headers: headersOf(message) }],
        {
          transactionalId,
          compression: 'gzip',
          producerId: id,
          producerEpoch: epoch,
          sequences: new NumericMap([[`${topic}:${partition}`, sequence]]),
        },
      ],
    );
  };
}

async function addOffset(
  cluster: Cluster,
  { transactionalId, coordinator, id, epoch }: Producer,
  { groupId, topic, partition, offset, metadata }: ShippedOffset,
): Promise<void> {
  await cluster.at(coordinator)(
    ({ addOffsetsToTxnV3 }) => addOffsetsToTxnV3,
    [transactionalId, id, epoch, groupId],
  );
  const given = {
    partitionIndex: partition,
    committedOffset: BigInt(offset),
    committedLeaderEpoch: NO_EPOCH,
    committedMetadata: metadata,
  };
  const offsets = [{ name: topic, partitions: [given] }];
  await untilCoordinated(async () => {
    const ofGroup = await cluster.coordinator('group', groupId);
    await cluster.at(ofGroup)(
      ({ txnOffsetCommitV3 }) => txnOffsetCommitV3,
      [transactionalId, groupId, id, epoch, NO_GENERATION, '', null, offsets],
    );
  });
}

/** `close` closes the cluster as well. */
export function platformaticTransactions(
  cluster: Cluster,
  { transactionalId, topic }: TransactionSettings,
): JournalTransactions {
  const produce = makeProduce(cluster, topic);
  let producer: Producer | undefined;

  const beginAs = (mine: Producer): JournalTransaction => {
    const { coordinator, id, epoch } = mine;
    const added = new Set<number>();
    return {
      send: async (message) => {
        const { partition } = message;
        if (!added.has(partition)) {
          const topics = [{ name: topic, partitions: [partition] }];
          await cluster.at(coordinator)(
            ({ addPartitionsToTxnV3 }) => addPartitionsToTxnV3,
            [[{ transactionalId, producerId: id, producerEpoch: epoch, topics, verifyOnly: false }]],
          );
          added.add(partition);
        }
        await produce(mine, message);
      },
      sendOffset: (offset) => addOffset(cluster, mine, offset),
      commit: async () => {
        await cluster.at(coordinator)(({ endTxnV3 }) => endTxnV3, [transactionalId, id, epoch, true]);
      },
    };
  };
  return {
    fence: async () => {
      producer = await fenceEarlier(cluster, transactionalId);
    },
    begin: () =>
      producer
        ? Promise.resolve(beginAs(producer))
        : Promise.reject(new Error('a transaction begins once earlier producers are fenced')),
    close: () => Promise.resolve(cluster.close()),
  };
}
