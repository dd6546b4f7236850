import { prefetchLimitOf } from './prefetch-limit';

const MIB = 1024 * 1024;

test('the partitions of a member share its memory, each within bounds', () => {
  expect([1, 4, 12, 32, 100].map((partitions) => prefetchLimitOf(partitions) / MIB)).toEqual([
    16,
    16,
    64 / 12,
    2,
    2,
  ]);
});
