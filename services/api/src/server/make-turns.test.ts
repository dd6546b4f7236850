import { InfrastructureError } from '@kurz/process';
import { makeTurns } from './make-turns';

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

test('no more than so many run at once, and those that wait begin in their order', async () => {
  const takeTurn = makeTurns({ atOnce: 2, longestWaitMs: 1_000 });
  const ends = Array.from({ length: 5 }, deferred);
  const begun: number[] = [];
  const all = ends.map(({ promise }, index) =>
    takeTurn(async () => {
      begun.push(index);
      await promise;
      return index;
    }),
  );
  for (const [index, { resolve }] of ends.entries()) {
    expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, index + 2));
    resolve();
    await all[index];
    await Promise.resolve();
  }
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
});

test('work that throws gives its turn back', async () => {
  const takeTurn = makeTurns({ atOnce: 1, longestWaitMs: 1_000 });
  await expect(takeTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await takeTurn(() => Promise.resolve('next'))).toBe('next');
});

test('who waits too long is told to come back, and its work never begins', async () => {
  const takeTurn = makeTurns({ atOnce: 1, longestWaitMs: 20 });
  const { promise, resolve } = deferred();
  const first = takeTurn(() => promise);
  const work = jest.fn(() => Promise.resolve());
  const late = takeTurn(work);
  await expect(late).rejects.toMatchObject({ retriable: true });
  await expect(late).rejects.toBeInstanceOf(InfrastructureError);
  resolve();
  await first;
  await takeTurn(() => Promise.resolve());
  expect(work).not.toHaveBeenCalled();
});
