// When changes may have been missed, unchanged links become near again without a look-up of each, and changed links are
// never answered as they were. When only the link cache was emptied, links stay near, and links that changed without a
// message are found.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { until } from '../../until';
import { ask } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addLinks, addWorkspace, changeLink, locationOf, SHARED_ZONE } from './stored-links';

/** A busy machine answers late. */
const SETTINGS = { revalidateMs: 5, lookupTimeoutMs: 60_000 };

let open: OpenRedirector;
/** Simulates a lost subscription. */
let forget: () => void;
/** Simulates a Redis that was emptied and kept running. */
let empty: () => void;

beforeEach(async () => {
  open = await openRedirector({
    settings: SETTINGS,
    around: (linkCache) => ({
      ...linkCache,
      // a link cache that knows nothing
      getAll: (keys) => Promise.resolve(keys.map(() => undefined)),
      fill: (_key, entry) => Promise.resolve(entry),
      subscribe: (onChange, onMissed, onEmptied) => {
        forget = () => onMissed?.();
        empty = () => onEmptied?.();
        return linkCache.subscribe(onChange, onMissed, onEmptied);
      },
    }),
  });
  await addWorkspace(open.db);
  await open.linkCache.publishZone(SHARED_ZONE);
});
afterEach(() => open.close());

const locationNow = async (slug: string) => (await ask(open.port, `/${slug}`)).headers.location;

async function addKnown(slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    await addLink(open.db, slug);
    expect(await locationNow(slug)).toBe(locationOf(slug));
  }
}

/** Calls `lose`. Resolves when the known links were compared with PostgreSQL's. */
async function forgetAndCompare(lose = forget): Promise<void> {
  const before = open.reads.comparisons();
  lose();
  await until(() => open.reads.comparisons() > before, { what: 'the links are compared' });
  await nextTurn();
}

/** Holds back PostgreSQL's answers to later reads until the returned function is called. */
function holdReads(): () => void {
  let go = () => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  open.reads.holdBack(() => held);
  return go;
}

/** The number of reads of links in PostgreSQL while visitors request these slugs. */
async function readsOf(slugs: readonly string[]): Promise<number> {
  const before = open.reads.linkReads();
  for (const slug of slugs) expect(await locationNow(slug)).toBe(locationOf(slug));
  return open.reads.linkReads() - before;
}

test('links that have not changed need no look-up', async () => {
  const slugs = ['first', 'second', 'third'];
  await addKnown(slugs);
  await forgetAndCompare();
  expect(await readsOf(slugs)).toBe(0);
});

test('links of many pages, and after each time that changes were possibly missed', async () => {
  const slugs = Array.from({ length: 600 }, (_, n) => `many-${n}`);
  await addLinks(open.db, slugs);
  expect(await readsOf(slugs)).toBe(600);
  for (let time = 0; time < 2; time++) {
    const before = open.reads.comparisons();
    forget();
    await until(() => open.reads.comparisons() === before + 3, { what: 'all pages were compared' });
    await nextTurn();
    expect(await readsOf(slugs)).toBe(0);
  }
});

// the versions stay the same, so only the changed rows can reveal the change
test.each([
  ['deleted', sql`DELETE FROM links WHERE slug = 'one'`, undefined],
  [
    'led elsewhere',
    sql`UPDATE links SET location = 'https://example.com/new' WHERE slug = 'one'`,
    'https://example.com/new',
  ],
  ['paused', sql`UPDATE links SET is_enabled = false WHERE slug = 'one'`, undefined],
  ['restricted', sql`UPDATE links SET is_restricted = true WHERE slug = 'one'`, undefined],
  ['suspended', sql`UPDATE links SET is_suspended = true WHERE slug = 'one'`, undefined],
  ['found unsafe', sql`UPDATE links SET is_unsafe = true WHERE slug = 'one'`, undefined],
  ['ended', sql`UPDATE links SET expires_at = 'epoch' WHERE slug = 'one'`, undefined],
  [
    'not begun',
    sql`UPDATE links SET starts_at = 'tomorrow', expires_at = NULL WHERE slug = 'one'`,
    undefined,
  ],
  ['moved to another slug', sql`UPDATE links SET slug = 'elsewhere' WHERE slug = 'one'`, undefined],
  ['moved to another zone', sql`UPDATE links SET zone_id = 'zon_other' WHERE slug = 'one'`, undefined],
])('a link that was %s while nobody told is not answered as it was', async (_what, change, location) => {
  await sql`
    INSERT INTO zones (id, domain, name, zone_type, is_enabled, root_redirect_url)
    VALUES ('zon_other', 'other.example', 'other', 'global', true, '')`.execute(open.db);
  await addKnown(['one', 'other']);
  await change.execute(open.db);
  await forgetAndCompare();
  expect(await readsOf(['other'])).toBe(0);
  expect(await locationNow('one')).toBe(location);
});

test('a link that changes after it was compared, before it is near again, is seen', async () => {
  await addKnown(['first', 'second']);
  const before = open.reads.comparisons();
  const go = holdReads();
  forget();
  await until(() => open.reads.comparisons() > before, { what: 'the links are compared' });
  open.reads.holdBack(undefined);
  const location = 'https://example.com/changed';
  await changeLink(open.db, open.linkCache, 'first', { location });
  go();
  await nextTurn();
  expect(await locationNow('first')).toBe(location);
  expect(await readsOf(['second'])).toBe(0);
});

test('where changes were possibly missed once more, nothing of it counts', async () => {
  await addKnown(['one']);
  const before = open.reads.comparisons();
  const go = holdReads();
  forget();
  await until(() => open.reads.comparisons() > before, { what: 'the link is compared' });
  await open.db.deleteFrom('links').where('slug', '=', 'one').execute();
  forget();
  open.reads.holdBack(undefined);
  go();
  await nextTurn();
  expect(await locationNow('one')).toBeUndefined();
});

test('a PostgreSQL that does not answer is asked again', async () => {
  await addKnown(['one']);
  let failures = 0;
  open.reads.holdBack(() => {
    if (failures++ < 2) throw new Error('away');
    return Promise.resolve();
  });
  forget();
  await until(() => failures > 2, { what: 'the link is compared again' });
  await nextTurn();
  open.reads.holdBack(undefined);
  expect(await readsOf(['one'])).toBe(0);
});

test('links of an emptied link cache need no look-up, before they are compared and after', async () => {
  const slugs = ['first', 'second', 'third'];
  await addKnown(slugs);
  const go = holdReads();
  await forgetAndCompare(() => empty());
  expect(await readsOf(slugs)).toBe(0);
  go();
  open.reads.holdBack(undefined);
  const location = 'https://example.com/changed';
  await changeLink(open.db, open.linkCache, 'first', { location });
  expect(await locationNow('first')).toBe(location);
  await forgetAndCompare(() => empty());
  expect(await readsOf(['second', 'third'])).toBe(0);
});

test('a link that was changed untold is found after the link cache was emptied, and looked up', async () => {
  await addKnown(['one', 'other']);
  await open.db.deleteFrom('links').where('slug', '=', 'one').execute();
  expect(await locationNow('one')).toBe(locationOf('one'));
  empty();
  await until(async () => (await locationNow('one')) === undefined, { what: 'the link is gone' });
  expect(await readsOf(['other'])).toBe(0);
});

test('a link that was changed untold is found where the link cache is emptied again before the answer', async () => {
  await addKnown(['one']);
  const go = holdReads();
  await forgetAndCompare(() => empty());
  await open.db.deleteFrom('links').where('slug', '=', 'one').execute();
  empty();
  open.reads.holdBack(undefined);
  go();
  await until(async () => (await locationNow('one')) === undefined, { what: 'the link is gone' });
});

test('changes that were possibly missed after the link cache was emptied are seen at once', async () => {
  await addKnown(['one']);
  const go = holdReads();
  await forgetAndCompare(() => empty());
  await open.db.deleteFrom('links').where('slug', '=', 'one').execute();
  open.reads.holdBack(undefined);
  forget();
  expect(await locationNow('one')).toBeUndefined();
  go();
  await nextTurn();
  expect(await locationNow('one')).toBeUndefined();
});
