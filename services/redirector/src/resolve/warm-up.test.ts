import type { LinkCacheKey } from '@kurz/link-cache';
import { cachedLink } from '../cached-link-fixture';
import type { LinkOutcome } from './resolve-link';
import { warmUp } from './warm-up';

const keysOf = (count: number): LinkCacheKey[] =>
  Array.from({ length: count }, (_, n) => ({ zoneId: 'zon_1', slug: `s${n}` }));

function open(outcomeOf: (n: number) => LinkOutcome | Promise<LinkOutcome>) {
  const asked: string[] = [];
  const stored: string[] = [];
  const deps = {
    readKeys: (count: number) => Promise.resolve(keysOf(count)),
    resolve: (_: string, slug: string) => {
      asked.push(slug);
      return outcomeOf(asked.length);
    },
    readStored: ({ slug }: LinkCacheKey) => {
      stored.push(slug);
      return Promise.resolve({ kind: 'open' as const });
    },
  };
  return { asked, stored, deps };
}

const limits = { links: 100, parallel: 7, ms: 1_000 };
const link = cachedLink();

test('each link is looked up once, so many at the same time', async () => {
  let [running, most] = [0, 0];
  const { asked, deps } = open(async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return link;
  });
  expect(await warmUp(deps, limits)).toBe(100);
  expect([...asked].sort()).toEqual(
    keysOf(100)
      .map(({ slug }) => slug)
      .sort(),
  );
  expect(most).toBe(7);
});

test('PostgreSQL is asked for one link of three, whatever the link cache knows', async () => {
  const { stored, deps } = open(() => link);
  await warmUp(deps, limits);
  expect(stored).toHaveLength(34);
});

test('it ends with the first link that no store answers for', async () => {
  const { asked, deps } = open((n) => Promise.resolve(n < 20 ? link : { kind: 'unavailable' }));
  expect(await warmUp(deps, limits)).toBe(19);
  expect(asked.length).toBeLessThan(20 + limits.parallel);
});

test('it ends when its time is over', async () => {
  jest.useFakeTimers();
  const { asked, deps } = open((n) => {
    if (n === 30) jest.advanceTimersByTime(limits.ms + 1);
    return link;
  });
  await warmUp(deps, limits).finally(() => jest.useRealTimers());
  expect(asked.length).toBeLessThan(30 + limits.parallel);
});

test('it rejects when the links cannot be read in its time', async () => {
  const { deps } = open(() => link);
  await expect(
    warmUp({ ...deps, readKeys: () => new Promise(() => undefined) }, { ...limits, ms: 5 }),
  ).rejects.toThrow();
});
