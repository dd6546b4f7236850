import { makeCaseDifferences } from './case-differences';
import { makeVisitLedger } from './visit-ledger';

const SLUGS = ['one', 'two'];
const NOTHING = { lost: 0, doubled: 0 };

/** Stores with given counts, and links with given answers. */
function world() {
  const ledger = makeVisitLedger();
  const held = new Map(SLUGS.map((slug) => [slug, 0]));
  const visit = (slug: string, times: number) => {
    for (let n = 0; n < times; n++)
      ledger.answered({ slug, isScan: false, isBot: false, visitor: { agent: '' }, referrer: '' } as never);
  };
  const count = (slug: string, more: number) => held.set(slug, (held.get(slug) ?? 0) + more);
  const counted = { requests: () => Promise.resolve(new Map(held)) };
  return { visit, count, differences: makeCaseDifferences({ counted, ledger, slugs: SLUGS }) };
}

it('tells what a case has doubled in that case, and nothing of it in the next', async () => {
  const { visit, count, differences } = world();
  visit('one', 10);
  count('one', 13);
  expect((await differences.now()).daily).toEqual({ lost: 0, doubled: 3 });
  await differences.report();
  expect(await differences.now()).toEqual({ daily: NOTHING, hits: NOTHING, live: NOTHING });
  expect(differences.exactSlugs()).toEqual(['two']);
  visit('one', 5);
  expect((await differences.now()).hits).toEqual({ lost: 5, doubled: 0 });
  count('one', 6);
  expect((await differences.now()).hits).toEqual({ lost: 0, doubled: 1 });
});

it('lets come later what one case has missed, and calls that doubled in none', async () => {
  const { visit, count, differences } = world();
  visit('two', 10);
  count('two', 4);
  expect((await differences.now()).live).toEqual({ lost: 6, doubled: 0 });
  await differences.report();
  expect((await differences.now()).live).toEqual(NOTHING);
  count('two', 6);
  expect((await differences.now()).live).toEqual(NOTHING);
  count('two', 1);
  expect((await differences.now()).live).toEqual({ lost: 0, doubled: 1 });
});

it('knows no difference of a store that does not answer', async () => {
  const ledger = makeVisitLedger();
  const counted = { requests: () => Promise.reject(new Error('away')) };
  const differences = makeCaseDifferences({ counted, ledger, slugs: SLUGS });
  expect((await differences.now()).daily).toEqual({ lost: Number.NaN, doubled: Number.NaN });
  await differences.report();
  expect(differences.exactSlugs()).toEqual(SLUGS);
});
