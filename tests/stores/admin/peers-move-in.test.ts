// The CSV files of other shorteners are imported as they are: their columns, dates, tags and counts are understood. The
// files are written by hand, by each shortener's published description of its export.

import { createReadStream } from 'node:fs';
import path from 'node:path';
import { openCsvSource, runImport } from '@kurz/api';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { systemClock } from '@kurz/process';
import { sql } from 'kysely';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let database: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  await database.db.insertInto('users').values({ id: 'usr_moved', email: 'ada@example.com' }).execute();
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});
afterEach(async () => {
  await database.db.deleteFrom('links').execute();
  await database.db.deleteFrom('zones').execute();
});

/** The links after an import into a workspace whose only domain is `go.a.example`. */
async function moveIn(peer: string) {
  const { db } = database;
  const id = `ws_${peer}`;
  const owned = { id, name: peer, owner_id: 'usr_moved', plan: 'pro' as const };
  await db.insertInto('workspaces').values(owned).execute();
  const own = { id: 'zon_own', workspace_id: id, domain: 'go.a.example', name: 'own' };
  const zone = { ...own, zone_type: 'user', ownership_state: 'verified', tls_state: 'provisioned' } as const;
  await db.insertInto('zones').values(zone).execute();
  const file = path.join(__dirname, 'exports', `${peer}.csv`);
  const source = await openCsvSource(() => Promise.resolve(createReadStream(file)));
  const target = { workspace: { id, defaultZoneId: 'zon_own' }, zoneDomain: undefined };
  const by = { kind: 'operator', command: 'import csv' } as const;
  const end = await runImport(db, source, target, { clock: systemClock, by });
  const { rows } = await sql<Record<string, unknown>>`
    SELECT slug, url, title, note, is_archived AS "isArchived", is_enabled AS "isEnabled", pre_tracking AS count,
           created_at AS "createdAt", expires_at AS "expiresAt", expired_url AS "expiredUrl",
           ARRAY(SELECT tags.name FROM link_tags JOIN tags ON tags.id = link_tags.tag_id
                 WHERE link_tags.link_id = links.id ORDER BY tags.name) AS tags
    FROM links ORDER BY slug`.execute(db);
  return { links: rows, counts: end.kind === 'imported' ? end.counts : undefined };
}

const sale = {
  slug: 'spring',
  url: 'https://shop.example/spring',
  title: 'Spring Sale',
  note: '',
  isArchived: false,
  isEnabled: true,
  count: 1_204,
  expiresAt: null,
  expiredUrl: null,
  tags: ['promo', 'seasonal'],
};
const at = (moment: string) => ({ createdAt: new Date(moment) });

it('reads a file of Bitly, and its custom links', async () => {
  expect(await moveIn('bitly')).toMatchObject({
    links: [
      { slug: 'old', isArchived: true, count: 3, tags: [], ...at('2019-05-06T07:08:09Z') },
      { ...sale, ...at('2020-10-26T17:20:40Z') },
    ],
    counts: { new: 2, domain_missing: 2 },
  });
});

it('reads a file of Dub', async () => {
  const url = 'https://shop.example/spring?utm_source=mail';
  expect(await moveIn('dub')).toMatchObject({
    links: [
      { slug: 'old', isArchived: true, count: 3 },
      { ...sale, url, title: '', ...at('2024-03-01T12:00:00Z') },
    ],
    counts: { new: 2, slug_not_allowed: 1 },
  });
});

it('reads a file of Short.io, and leaves a link with a password out', async () => {
  const ends = { expiresAt: new Date('2030-01-01T00:00:00Z'), expiredUrl: 'https://shop.example/' };
  expect(await moveIn('short-io')).toMatchObject({
    links: [
      { slug: 'old', isArchived: true, count: 0, ...at('2020-01-01T00:00:00Z') },
      { ...sale, count: 0, ...ends, ...at('2024-03-01T12:00:00Z') },
    ],
    counts: { new: 2, invalid: 1, slug_not_allowed: 1 },
  });
});

it('reads a file of Rebrandly', async () => {
  expect(await moveIn('rebrandly')).toMatchObject({
    links: [{ ...sale, count: 42, tags: ['promo'], ...at('2016-07-13T10:54:12Z') }],
    counts: { new: 1, domain_missing: 1 },
  });
});

it('reads a file of Kutt, and leaves a banned link disabled', async () => {
  const created = at('2022-02-03T04:05:06.789Z');
  expect(await moveIn('kutt')).toMatchObject({
    links: [
      { slug: 'spam', isEnabled: false, count: 9, expiresAt: new Date('2023-01-01T00:00:00Z'), ...created },
      { ...sale, title: '', note: 'Spring Sale', tags: [], ...created },
    ],
    counts: { new: 2, invalid: 1 },
  });
});

it('reads a file of YOURLS', async () => {
  expect(await moveIn('yourls')).toMatchObject({
    links: [{ ...sale, title: 'Spring "Sale"', tags: [], ...at('2018-04-05T06:07:08Z') }],
    counts: { new: 1, slug_not_allowed: 1 },
  });
});

it('reads a file of Shlink', async () => {
  expect(await moveIn('shlink')).toMatchObject({
    links: [{ ...sale, ...at('2023-06-07T06:09:10Z') }],
    counts: { new: 1, slug_not_allowed: 1, domain_missing: 1 },
  });
});
