import { makePollLoop } from './poll-loop';

const EVERY_MS = 1_000;

/** A loop whose polls end, or fail, as the test says. */
function openLoop() {
  const polls: { end: () => void; fail: (error: Error) => void }[] = [];
  const outages: unknown[] = [];
  const loop = makePollLoop({
    everyMs: EVERY_MS,
    poll: () => new Promise((end, fail) => void polls.push({ end, fail })),
    onOutage: (error) => outages.push(error),
  });
  const ended = async (end: (poll: (typeof polls)[number]) => void) => {
    end(polls.at(-1) ?? { end: () => undefined, fail: () => undefined });
    await jest.advanceTimersByTimeAsync(0);
  };
  return { loop, polls, outages, ended };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('it looks every so often, one turn at a time, and not before its start', async () => {
  const { loop, polls, ended } = openLoop();
  loop.trigger();
  await jest.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(polls).toHaveLength(0);
  loop.start();
  loop.start();
  await jest.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect(polls).toHaveLength(1);
  await ended(({ end }) => end());
  await jest.advanceTimersByTimeAsync(EVERY_MS - 1);
  expect(polls).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(polls).toHaveLength(2);
});

test('triggered it looks at once, and again when the turn that is under way has ended', async () => {
  const { loop, polls, ended } = openLoop();
  loop.start();
  loop.trigger();
  await jest.advanceTimersByTimeAsync(0);
  expect(polls).toHaveLength(1);
  loop.trigger();
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  expect(polls).toHaveLength(1);
  await ended(({ end }) => end());
  expect(polls).toHaveLength(2);
});

test('an outage is told once, and the next one again', async () => {
  const { loop, outages, ended } = openLoop();
  loop.start();
  const [first, again, next] = [new Error('away'), new Error('still away'), new Error('away again')];
  for (const end of [first, again, undefined, next]) {
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    await ended((poll) => (end ? poll.fail(end) : poll.end()));
  }
  expect(outages).toEqual([first, next]);
});

test('closed it waits for its last turn, whose failure is no outage', async () => {
  const { loop, polls, outages, ended } = openLoop();
  loop.start();
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  let isOver = false;
  const closed = loop.close().then(() => (isOver = true));
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  expect([loop.isClosed(), isOver]).toEqual([true, false]);
  await ended(({ fail }) => fail(new Error('the store is closed')));
  await closed;
  await jest.advanceTimersByTimeAsync(10 * EVERY_MS);
  expect([polls.length, outages.length]).toEqual([1, 0]);
});
