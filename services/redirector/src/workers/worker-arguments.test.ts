import { workerArguments } from './worker-arguments';

const YOUNG = '--max-semi-space-size=4';
const INITIAL = '--initial-old-space-size=64';

test('A worker has a small young generation and a heap that need not grow, beside what the primary was started with', () => {
  expect(workerArguments(['--enable-source-maps'])).toEqual(['--enable-source-maps', YOUNG, INITIAL]);
});

test.each([
  [['--max-semi-space-size=32'], ''],
  [['--max-semi-space-size', '32'], ''],
  [['--max_semi_space_size=32'], ''],
  [[], '--trace-warnings --max-semi-space-size=32'],
])('What the operator says of the young generation holds: %j, NODE_OPTIONS=%j', (given, nodeOptions) => {
  expect(workerArguments(given, nodeOptions)).toEqual([...given, INITIAL]);
});

test.each([
  [['--initial-old-space-size=16'], ''],
  [['--initial-heap-size=16'], ''],
  [['--max-heap-size=64'], ''],
  [[], '--max-old-space-size=128'],
])('What the operator says of the heap holds: %j, NODE_OPTIONS=%j', (given, nodeOptions) => {
  expect(workerArguments(given, nodeOptions)).toEqual([...given, YOUNG]);
});
