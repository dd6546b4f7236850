import { makeCompactionTask } from './compaction-task';
import type { CompactionStep } from './make-compactor';

const HOUR_MS = 3_600_000;
let time = 0;
let step: () => Promise<CompactionStep>;
const asked = jest.fn(() => step());
const choreAt = () => makeCompactionTask({ compact: asked, now: () => time });

beforeEach(() => {
  time = 1_000;
  asked.mockClear();
  step = () => Promise.resolve('nothing');
});

it('rests for an hour where there is nothing to compact, and nothing waits', async () => {
  const { run, waitingMs } = choreAt();
  await run();
  time += HOUR_MS - 1;
  await run();
  expect([asked.mock.calls.length, waitingMs()]).toEqual([1, 0]);
  time += 1;
  await run();
  expect(asked).toHaveBeenCalledTimes(2);
});

it('tells how long days have waited, until there are none', async () => {
  const { run, waitingMs } = choreAt();
  step = () => Promise.resolve('waiting');
  await run();
  time += 5 * HOUR_MS;
  step = () => Promise.resolve('settled');
  await run();
  expect(waitingMs()).toBe(5 * HOUR_MS);
  step = () => Promise.resolve('nothing');
  await run();
  expect(waitingMs()).toBe(0);
});

it('takes days for waiting while ClickHouse cannot be asked', async () => {
  const { run, waitingMs } = choreAt();
  step = () => Promise.reject(new Error('away'));
  await expect(run()).rejects.toThrow('away');
  time += HOUR_MS;
  await expect(run()).rejects.toThrow('away');
  expect(waitingMs()).toBe(HOUR_MS);
});
