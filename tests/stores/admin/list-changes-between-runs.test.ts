// An import that is resumed reads the other shortener's list again. The list has changed meanwhile: new links come
// first, and some links are gone.

import { runImport, undoImport, type LinkSource } from '@kurz/api';
import type { Database } from '@kurz/database';
import { systemClock } from '@kurz/process';
import { pagesOf } from '../../../services/api/src/imports/import-source';
import { NO_FIELDS } from '../../../services/api/src/imports/peers/peer-source';
import { openLenientDatabase } from '../../fixture-database';
import { addWorkspace, SHARED_ZONE, WORKSPACE } from '../redirector/stored-links';

const by = { kind: 'operator', command: 'import kutt' } as const;
const target = { workspace: { id: WORKSPACE, defaultZoneId: SHARED_ZONE }, zoneDomain: undefined };

let database: Database;
beforeEach(async () => {
  database = await openLenientDatabase();
  await addWorkspace(database.db);
});
afterEach(() => database.close());

/** A list with the newest link first. It is cut off at the index `until`. */
const sourceOf = (slugs: readonly string[], until = Infinity): LinkSource => ({
  name: 'kutt',
  fingerprint: Buffer.from('kutt'),
  mayChange: true,
  history: undefined,
  pagesFrom: (cursor) =>
    pagesOf(
      (async function* () {
        for (const [at, slug] of slugs.entries()) {
          if (at === until) throw new Error('wants no requests');
          yield await Promise.resolve(slug);
        }
      })(),
      cursor,
      (slug, place) => [{ ...NO_FIELDS, place, slug, url: `https://a.example/${slug}` }],
    ),
});
const run = (source: LinkSource) => runImport(database.db, source, target, { clock: systemClock, by });

async function slugsThere(): Promise<string[]> {
  const rows = await database.db.selectFrom('links').select('slug').execute();
  return rows.map(({ slug }) => slug).sort();
}
const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at}`);

it('moves in what is new and misses none of the others, each counted once', async () => {
  const before = [...named('link', 1_200), 'a.b'];
  await expect(run(sourceOf(before, 1_100))).rejects.toThrow('wants no requests');
  expect(await slugsThere()).toHaveLength(1_000);
  await database.db
    .updateTable('links')
    .set({ url: 'https://mine.example/' })
    .where('slug', '=', 'link-900')
    .execute();
  // the other shortener has 20 new links, and has deleted 300 that are already imported
  const after = [...named('fresh', 20), ...before.slice(300)];
  const end = await run(sourceOf(after));
  expect(await slugsThere()).toEqual([...named('fresh', 20), ...named('link', 1_200)].sort());
  expect(end).toMatchObject({ kind: 'imported', counts: { new: 1_220, slug_not_allowed: 1 } });
  expect(end.kind === 'imported' && Object.keys(end.counts).sort()).toEqual(['new', 'slug_not_allowed']);
  const id = (end.kind === 'imported' && end.id) || '';
  expect(await undoImport(database.db, id, by)).toEqual({ kind: 'undone', removed: 1_220, kept: 0 });
});

it('counts a link as the same that was here before the import', async () => {
  await run(sourceOf(['older']));
  await expect(run({ ...sourceOf([...named('link', 600), 'older'], 550) })).rejects.toThrow();
  const end = await run(sourceOf(['fresh', ...named('link', 600), 'older']));
  expect(end).toMatchObject({ kind: 'imported', counts: { new: 601, same: 1 } });
});
