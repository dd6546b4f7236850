import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswerError, within } from './within';

/** Nothing of this process runs for so long. */
function standStill(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('A call gives what it gives, and its error', async () => {
  expect(await within(1_000, Promise.resolve(7))).toBe(7);
  await expect(within(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

test('A call that gives nothing in time is given up', async () => {
  const given = within(30, new Promise(() => undefined));
  await expect(given).rejects.toThrow(NoAnswerError);
  await expect(given).rejects.toThrow('no answer within 30 ms');
});

test('A pause of this process is no silence of the other: what came meanwhile is heard', async () => {
  const answered = within(100, sleep(150, 'answered'));
  standStill(200);
  expect(await answered).toBe('answered');
});
