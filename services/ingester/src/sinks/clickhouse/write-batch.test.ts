// A batch of two shards, whose answers are given.

import type { LinkDayCounts } from '../../aggregate/link-day-counts';
import { makeWriteBatch } from './write-batch';
import type { ShardWriter } from './shard-writer';
import { makeSemaphore } from '@kurz/resilience';

const INTENT = { partition: 0, from: 0, to: 10 };

function shardOf(number: number, decide: ShardWriter['decide']): ShardWriter {
  const unused = () => {
    throw new Error('nothing is written');
  };
  return {
    number,
    clickHouse: { client: unused, database: 'kurz' } as never,
    referrers: { load: unused, forget: () => undefined },
    check: () => Promise.resolve(),
    failed: () => undefined,
    written: unused,
    failingMs: () => 0,
    decide,
    removeStale: unused,
    put: unused,
    settle: unused,
  };
}

it('fails when no shard is at work on it any more, so that another attempt does not meet the first', async () => {
  let decideLate: () => void = () => undefined;
  const late = new Promise<never>((_, reject) => (decideLate = () => reject(new Error('late'))));
  const shards = [shardOf(0, () => Promise.reject(new Error('away'))), shardOf(1, () => late)];
  const semaphore = makeSemaphore();
  const writeBatch = makeWriteBatch({
    shards,
    splitByShard: (rows: readonly LinkDayCounts[]) =>
      Promise.resolve({ rows: new Map(shards.map(({ number }) => [number, [...rows]])), others: new Map() }),
    skipShards: () => Promise.resolve(new Set()),
    intents: {
      read: () => Promise.resolve(INTENT),
      record: () => Promise.resolve(),
      partitions: () => Promise.resolve([0]),
    },
    semaphore,
    clock: { now: () => 0 },
    signal: new AbortController().signal,
    abandon: new AbortController().signal,
  });
  let isOver = false;
  const writing = writeBatch(INTENT, [], false).finally(() => (isOver = true));
  writing.catch(() => undefined);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  decideLate();
  await expect(writing).rejects.toThrow('away');
});
