import type { LinkCacheEntry, LinkCacheKey } from '@kurz/link-cache';
import { cachedLink } from '../cached-link-fixture';
import { makePacedReads } from './paced-reads';

const link = cachedLink();
const nothing: LinkCacheEntry = { kind: 'gone', version: 0 };

/** Slugs that begin with `l` are links. */
function open({ isConnected = true } = {}) {
  let queries = 0;
  const reads = makePacedReads(
    (keys) => {
      queries++;
      return Promise.resolve(keys.map(({ slug }) => (slug.startsWith('l') ? link : nothing)));
    },
    { parallel: 1, isConnected: () => isConnected },
  );
  const keyOf = (slug: string): LinkCacheKey => ({ zoneId: 'zon_1', slug });
  /** Makes one look-up per ms; resolves with the number of queries of PostgreSQL meanwhile. */
  const queriesIn = async (ms: number, slugOf: (n: number) => string) => {
    const before = queries;
    for (let n = 0; n < ms; n++) {
      void reads.read(keyOf(slugOf(n)));
      await jest.advanceTimersByTimeAsync(1);
    }
    return queries - before;
  };
  return { queriesIn };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const guess = () => 'guess';
const wanted = () => 'link';

test('Guesses cost 50 queries in the first second and 40 in each one after it', async () => {
  const { queriesIn } = open();
  expect(await queriesIn(1_000, guess)).toBe(50);
  expect(await queriesIn(1_000, guess)).toBe(40);
});

test('Links that are there leave ten times as often, as soon as some were found', async () => {
  const { queriesIn } = open();
  // most of the reads have found a link by then
  await queriesIn(100, wanted);
  expect(await queriesIn(1_000, wanted)).toBeGreaterThanOrEqual(330);
});

test('Guesses among them go along while links are the most, and guesses alone soon cost what they did', async () => {
  const { queriesIn } = open();
  await queriesIn(200, wanted);
  expect(await queriesIn(1_000, (n) => (n % 4 === 0 ? 'guess' : 'link'))).toBeGreaterThanOrEqual(330);
  await queriesIn(200, guess);
  expect(await queriesIn(1_000, guess)).toBeLessThanOrEqual(50);
});

test('Where no invalidations arrive, each visitor asks for a link', async () => {
  const { queriesIn } = open({ isConnected: false });
  expect(await queriesIn(1_000, guess)).toBeGreaterThanOrEqual(330);
});
