import { workerArguments } from './worker-arguments';

test('A worker has a small young generation beside what the primary was started with', () => {
  expect(workerArguments(['--enable-source-maps'])).toEqual([
    '--enable-source-maps',
    '--max-semi-space-size=4',
  ]);
});

test.each([
  [['--max-semi-space-size=32'], ''],
  [['--max-semi-space-size', '32'], ''],
  [[], '--trace-warnings --max-semi-space-size=32'],
])('What the operator says of the young generation holds: %j, NODE_OPTIONS=%j', (given, nodeOptions) => {
  expect(workerArguments(given, nodeOptions)).toEqual(given);
});
