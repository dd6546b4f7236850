import { partitionOf } from '../ship/partition-of';
import { chunkOrderOf } from './chunk-order';

const MIB = 1024 * 1024;
const chunk = (first: number, last: number, after?: number) => ({ journal: 'j', first, last, after });

describe('the order of a journal in one partition', () => {
  it('is whole when each chunk names the end of the one before', () => {
    expect(chunkOrderOf(undefined, chunk(0, 10))).toBe('first');
    expect(chunkOrderOf(10, chunk(10, 20, 10))).toBe('next');
    expect(chunkOrderOf(20, chunk(900, 950, 20))).toBe('next');
  });

  it('has a gap when the chunk names an end that was not seen', () => {
    expect(chunkOrderOf(10, chunk(900, 950, 20))).toBe('gap');
  });

  it('has a repeat when a chunk begins before what was seen', () => {
    expect(chunkOrderOf(20, chunk(10, 20, 10))).toBe('repeat');
    expect(chunkOrderOf(20, chunk(19, 30))).toBe('repeat');
  });

  it('takes a chunk on trust that does not know what was before it', () => {
    expect(chunkOrderOf(10, chunk(900, 950))).toBe('next');
  });
});

describe('the partition of a position', () => {
  it('stays for 8 MiB and then is the next one, around all of them', () => {
    const first = partitionOf('j', 0, 12);
    expect(partitionOf('j', 8 * MIB - 1, 12)).toBe(first);
    const all = Array.from({ length: 12 }, (_, stripe) => partitionOf('j', stripe * 8 * MIB, 12));
    expect(new Set(all).size).toBe(12);
    expect(partitionOf('j', 12 * 8 * MIB, 12)).toBe(first);
  });
});
