import fc from 'fast-check';
import { committedBatches, type Batch } from './aborted-batches';

const [TRANSACTIONAL, CONTROL] = [1 << 4, 1 << 5];

/** The key of a marker: version 0 and its type. */
const markerKey = (type: 'abort' | 'commit') => Buffer.from([0, 0, 0, type === 'abort' ? 0 : 1]);

function batchOf(offset: number, producer: number, what: 'data' | 'plain' | 'abort' | 'commit'): Batch {
  const isMarker = what === 'abort' || what === 'commit';
  const record = {
    length: 0,
    attributes: 0,
    timestampDelta: 0n,
    offsetDelta: 0,
    key: isMarker ? markerKey(what) : null,
    value: null,
    headers: [],
  };
  return {
    firstOffset: BigInt(offset),
    lastOffsetDelta: 0,
    length: 0,
    partitionLeaderEpoch: 0,
    magic: 2,
    crc: 0,
    attributes: (what === 'plain' ? 0 : TRANSACTIONAL) | (isMarker ? CONTROL : 0),
    firstTimestamp: 0n,
    maxTimestamp: 0n,
    producerId: BigInt(producer),
    producerEpoch: 0,
    firstSequence: 0,
    records: [record],
  };
}

const offsetsOf = (batches: readonly Batch[]) => batches.map(({ firstOffset }) => Number(firstOffset));

describe('what is hidden of a fetch', () => {
  it('is each of two aborted transactions of one producer', () => {
    const records = [
      batchOf(0, 1, 'data'),
      batchOf(1, 1, 'abort'),
      batchOf(2, 1, 'data'),
      batchOf(3, 1, 'abort'),
      batchOf(4, 1, 'data'),
      batchOf(5, 1, 'commit'),
    ];
    const abortedTransactions = [0n, 2n].map((firstOffset) => ({ producerId: 1n, firstOffset }));
    expect(offsetsOf(committedBatches({ records, abortedTransactions }))).toEqual([4]);
  });

  it('is an aborted transaction whose marker comes with a later fetch, and nothing else of that time', () => {
    const records = [
      batchOf(7, 2, 'data'),
      batchOf(8, 1, 'data'),
      batchOf(9, 1, 'plain'),
      batchOf(10, 1, 'data'),
    ];
    const abortedTransactions = [{ producerId: 1n, firstOffset: 3n }];
    expect(offsetsOf(committedBatches({ records, abortedTransactions }))).toEqual([7, 9]);
  });

  it('is what was aborted, of any transactions of several producers that overlap', () => {
    const step = fc.record({
      producer: fc.integer({ min: 1, max: 3 }),
      end: fc.constantFrom('abort', 'commit', undefined),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const open = new Map<number, number[]>();
        const records: Batch[] = [];
        const aborted: { producerId: bigint; firstOffset: bigint }[] = [];
        const expected: number[] = [];
        const finish = (producer: number, end: 'abort' | 'commit') => {
          const sent = open.get(producer);
          if (!sent) return;
          open.delete(producer);
          if (end === 'commit') expected.push(...sent);
          else aborted.push({ producerId: BigInt(producer), firstOffset: BigInt(sent[0] ?? 0) });
          records.push(batchOf(records.length, producer, end));
        };
        for (const { producer, end } of steps) {
          if (end) finish(producer, end);
          else {
            const sent = open.get(producer) ?? [];
            open.set(producer, [...sent, records.length]);
            records.push(batchOf(records.length, producer, 'data'));
          }
        }
        for (const producer of [...open.keys()]) finish(producer, 'abort');
        const found = offsetsOf(committedBatches({ records, abortedTransactions: aborted }));
        expect(found).toEqual(expected.sort((a, b) => a - b));
      }),
    );
  });
});
