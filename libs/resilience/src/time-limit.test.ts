import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswerError, waitAtMost, within, withinOrAbort } from './time-limit';

/** Blocks the process. */
function standStill(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('The value and the error of a call pass through', async () => {
  expect(await within(1_000, Promise.resolve(7))).toBe(7);
  await expect(within(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

test('A call without an answer in time is given up with a retriable error', async () => {
  const given = within(30, new Promise(() => undefined));
  await expect(given).rejects.toThrow(NoAnswerError);
  await expect(given).rejects.toMatchObject({ retriable: true });
  await expect(given).rejects.toThrow('no answer within 30 ms');
});

test('A pause of this process is no silence of the store: answers that came meanwhile are read', async () => {
  const answered = within(100, sleep(150, 'answered'));
  standStill(200);
  expect(await answered).toBe('answered');
});

test('A call that does not end in time is aborted', async () => {
  let signal: AbortSignal | undefined;
  const waiting = withinOrAbort(20, (given) => {
    signal = given;
    return new Promise(() => undefined);
  });
  await expect(waiting).rejects.toThrow('no answer within 20 ms');
  expect(signal?.aborted).toBe(true);
  expect(await withinOrAbort(1_000, () => Promise.resolve(7))).toBe(7);
  const refused = withinOrAbort(1_000, () => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
});

test('A bounded wait ends with the call or at its limit, and passes on an error', async () => {
  await waitAtMost(1_000, Promise.resolve());
  await waitAtMost(20, new Promise(() => undefined));
  await expect(waitAtMost(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
