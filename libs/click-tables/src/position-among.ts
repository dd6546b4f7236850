// How far each partition of the stream is to be read, as part of a statement's text. As parameters these lists would travel in
// the address of the request, where servers and proxies take some kilobytes: that is a few hundred partitions.

/** A partition and a position in it. */
export type PartitionPosition = readonly [partition: number, position: number];

/** Of positions by the number of their partition, as JSON holds them. */
export const partitionPositionsOf = (positions: Readonly<Record<string, number>>): PartitionPosition[] =>
  Object.entries(positions).map(([partition, position]) => [Number(partition), position]);

const listOf = (numbers: readonly number[], type: string): string => {
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0))
    throw new Error('a partition or a position is no whole number');
  // a text that is cast is read much faster than a list of numbers, and has its type also when it is empty
  return `CAST('[${numbers.join(',')}]', 'Array(${type})')`;
};

/**
 * An expression: the position that is named for a row's partition. `otherwise`: that of a row whose partition is not named;
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
