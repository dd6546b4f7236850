import { allEnded } from './all-ended';

it('gives what all gave, in their order', async () => {
  expect(await allEnded([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
});

it('throws the first failure of the list, when all have ended', async () => {
  const ended: string[] = [];
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve)).then(() => {
    ended.push('slow');
    throw new Error('the first');
  });
  const outcome = allEnded([slow, Promise.reject(new Error('the second'))]).catch((error: unknown) => {
    ended.push('all');
    return error;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([]);
  release();
  expect(await outcome).toEqual(new Error('the first'));
  expect(ended).toEqual(['slow', 'all']);
});
