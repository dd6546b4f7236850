// How far each partition of the stream is read, as part of a statement's text. As parameters these lists would travel
// in the request's URL, where servers and proxies accept some kilobytes: a few hundred partitions.

/** A partition and a position in it. */
export type PartitionPosition = readonly [partition: number, position: number];

/** Converts an object of positions by partition number, as JSON holds it. */
export const partitionPositionsOf = (positions: Readonly<Record<string, number>>): PartitionPosition[] =>
  Object.entries(positions).map(([partition, position]) => [Number(partition), position]);

const listOf = (numbers: readonly number[], type: string): string => {
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0))
    throw new Error('a partition or a position is no whole number');
  // a cast string is parsed much faster than a list of numbers, and has its type even when it is empty
  return `CAST('[${numbers.join(',')}]', 'Array(${type})')`;
};

/**
 * An SQL expression for the position of a row's partition. `otherwise`: the position of a partition that is not listed;
 * nothing comes before 0.
 */
export const positionAmong = (positions: readonly PartitionPosition[], otherwise = 0n): string =>
  positions.length === 0
    ? `toUInt64(${otherwise})`
    : `transform(stream_partition, ${listOf(
        positions.map(([partition]) => partition),
        'UInt32',
      )}, ${listOf(
        positions.map(([, position]) => position),
        'UInt64',
      )}, toUInt64(${otherwise}))`;
