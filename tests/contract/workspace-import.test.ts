// `kurz workspace import` restores what `kurz workspace export` writes: equal, once, and all of it or nothing.

import { insertRows } from '@kurz/click-tables';
import { sql } from 'kysely';
import { exportOf, fillWorkspace, importInto, LINKS, TODAY, withoutTime } from './import-world';
import { SHARED_DOMAIN, startApi, startApiOnOwnClickHouse, type TestApi } from './start-api';

let from: TestApi;
let workspaceId: string;
let portable: string;
beforeAll(async () => {
  // the other installation uses the tables of the shared server
  from = await startApiOnOwnClickHouse();
  const { workspaceId: id } = await fillWorkspace(from);
  workspaceId = id;
  portable = await exportOf(from, id);
});
afterAll(() => from.close());

async function withTarget(work: (to: TestApi) => Promise<void>): Promise<void> {
  const to = await startApi();
  try {
    await work(to);
  } finally {
    await to.close();
  }
}

/** Row counts of the tables to which an import writes. */
async function stateOf({ db }: TestApi): Promise<unknown> {
  const tables = ['users', 'workspaces', 'members', 'zones', 'links', 'tags', 'link_tags', 'link_hits'];
  const more = ['link_quota', 'stream_progress', 'audit_events'];
  const counts: [string, unknown][] = [];
  for (const table of [...tables, ...more]) {
    const { rows } = await sql`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(db);
    counts.push([table, rows[0]]);
  }
  return counts;
}

const statsOf = async (api: TestApi, slug: string) => {
  const token = await api.addToken(workspaceId);
  const path = `/urls/${slug}/stats?zoneDomain=${SHARED_DOMAIN}&from=2025-12-01&to=${TODAY}`;
  const { status, body } = await api.fetchJson<{ stats: Record<string, unknown> }>('GET', path, { token });
  expect(status).toBe(200);
  const { series, allTime, totals, geo, referrers, devices, imported } = body.stats;
  return { series, allTime, totals, geo, referrers, devices, imported };
};

test('export, import and export again give the same bytes, and the stats are those of before', async () => {
  await withTarget(async (to) => {
    const derived: object[] = [];
    const imported = await importInto(to, portable);
    expect(imported).toEqual({ kind: 'imported', workspaceId, links: LINKS + 6, days: 3 });
    expect(withoutTime(await exportOf(to, workspaceId))).toBe(withoutTime(portable));
    for (const slug of ['plain', 'many-7'])
      expect(await statsOf(to, slug)).toEqual(await statsOf(from, slug));
    expect(await statsOf(to, 'plain')).toMatchObject({ imported: [{ k: 'bitly', v: 2 }] });
    for (const api of [from, to]) {
      const { rows } = await sql<object>`
        SELECT slug, location, expired_location, conditions, condition_locations, fallback_location,
          password_hash, guarded_location, guarded_conditions
        FROM links WHERE workspace_id = ${workspaceId} ORDER BY slug`.execute(api.db);
      derived.push(rows);
    }
    expect(derived[1]).toEqual(derived[0]);
    const token = await to.addToken(workspaceId);
    const { body } = await to.fetchJson('GET', '/urls/later?zoneDomain=krz.example', { token });
    expect(body).toMatchObject({ url: { expiredUrl: expect.stringContaining('shop.example/ä') as string } });
  });
});

test('a whole export gives the same as one that is portable', async () => {
  await withTarget(async (to) => {
    const whole = await exportOf(from, workspaceId, { isPortable: false });
    expect((await importInto(to, whole)).kind).toBe('imported');
    expect(withoutTime(await exportOf(to, workspaceId))).toBe(withoutTime(portable));
  });
});

test('a second import of the same file changes nothing, and one of another file neither', async () => {
  await withTarget(async (to) => {
    await importInto(to, portable);
    const before = await stateOf(to);
    expect(await importInto(to, portable)).toEqual({ kind: 'was_imported', workspaceId });
    expect(await stateOf(to)).toEqual(before);
    const other = portable.replace('"title":"=1+1', '"title":"=2+2');
    expect(await importInto(to, other)).toMatchObject({
      kind: 'faulty',
      reason: expect.stringContaining('already') as string,
    });
    expect(await stateOf(to)).toEqual(before);
  });
});

test('cut off anywhere and run again, it is equal to one without a cut', async () => {
  await withTarget(async (to) => {
    class Cut extends Error {}
    const before = await stateOf(to);
    for (const at of [1, 2, 3]) {
      let opened = 0;
      const onOpen = () => {
        opened += 1;
        if (opened === at) throw new Cut();
      };
      await expect(importInto(to, portable, { onOpen })).rejects.toThrow(Cut);
      expect(await stateOf(to)).toEqual(before);
    }
    const cutAfterStored = async (table: Parameters<typeof insertRows>[1], lines: Buffer) => {
      await insertRows(to.clickHouse, table, lines);
      throw new Cut();
    };
    await expect(importInto(to, portable, { write: cutAfterStored })).rejects.toThrow(Cut);
    expect(await stateOf(to)).toEqual(before);
    expect((await importInto(to, portable)).kind).toBe('imported');
    expect(withoutTime(await exportOf(to, workspaceId))).toBe(withoutTime(portable));
    const { rows } = await sql`SELECT count(*) AS n FROM stream_progress`.execute(to.db);
    expect(rows).toEqual([{ n: 1 }]);
  });
});

test('goes on behind the batches of an import that has ended, also when it is cut off and run again', async () => {
  await withTarget(async (to) => {
    await sql`
      INSERT INTO stream_progress (stream_partition, position, consolidated_until, is_free)
      VALUES (1000, 4, '9999-12-31T00:00:00Z', true)`.execute(to.db);
    const cutAfterStored = async (table: Parameters<typeof insertRows>[1], lines: Buffer) => {
      await insertRows(to.clickHouse, table, lines);
      throw new Error('cut off');
    };
    await expect(importInto(to, portable, { write: cutAfterStored })).rejects.toThrow('cut off');
    expect((await importInto(to, portable)).kind).toBe('imported');
    expect(withoutTime(await exportOf(to, workspaceId))).toBe(withoutTime(portable));
    const { rows } = await sql`SELECT stream_partition, position, is_free FROM stream_progress`.execute(
      to.db,
    );
    expect(rows).toEqual([{ stream_partition: 1_000, position: 5, is_free: true }]);
  });
});

test('a member with an account here keeps it, and a shared domain may have another name', async () => {
  await withTarget(async (to) => {
    const { ownerEmail } = await to.addWorkspace();
    const file = portable
      .replaceAll(`"zoneDomain":"${SHARED_DOMAIN}"`, '"zoneDomain":"old.example"')
      .replace(/"email":"person-2@example.com"/, `"email":"${ownerEmail.toUpperCase()}"`);
    expect(await importInto(to, file)).toMatchObject({
      kind: 'faulty',
      reason: expect.stringContaining('no shared domain old.example') as string,
    });
    const renamed = new Map([['old.example', SHARED_DOMAIN]]);
    expect((await importInto(to, file, { renamed })).kind).toBe('imported');
    const { rows } = await sql`
      SELECT users.email, zones.domain FROM workspaces JOIN users ON users.id = owner_id
      JOIN links ON links.workspace_id = workspaces.id AND links.slug = 'plain' JOIN zones ON zones.id = zone_id
      WHERE workspaces.id = ${workspaceId}`.execute(to.db);
    expect(rows).toEqual([{ email: ownerEmail, domain: SHARED_DOMAIN }]);
  });
});

const lines = () => portable.trimEnd().split('\n');
const fileOf = (all: readonly string[]) => `${all.join('\n')}\n`;
/** The file with a changed line of the link `plain`. */
const withPlain = (change: (line: string) => string) => () =>
  fileOf(lines().map((line) => (line.includes('"slug":"plain"') ? change(line) : line)));

test.each<[string, () => string | Buffer, string]>([
  ['nothing', () => '', 'the file is cut'],
  ['no text', () => Buffer.from([0xff, 0xfe, 10]), 'line 1: is no JSON'],
  ['a page of a web site', () => '<html>\n', 'line 1: is no JSON'],
  ['cut in a line', () => portable.slice(0, -300), 'is cut'],
  ['cut after a line', () => fileOf(lines().slice(0, -1)), 'the file is cut'],
  ['a line less', () => fileOf(lines().filter((line) => !line.includes('"slug":"own"'))), 'says'],
  ['a line more', () => `${portable}{"kind":"link"}\n`, 'link'],
  ['two files in one', () => portable + portable, 'comes after the end'],
  ['another version', () => portable.replace('"version":1', '"version":2'), 'line 1: is of the version 2'],
  ['a person', () => portable.replace('"of":"workspace"', '"of":"user"'), 'line 1: is the export of a user'],
  [
    'a line of 3 MB',
    withPlain((line) => line.replace('"title":"', `"title":"${'x'.repeat(3 * 1024 ** 2)}`)),
    'is too long',
  ],
  ['a line of 3 MB without an end', () => 'x'.repeat(3 * 1024 ** 2), 'is too long'],
  ['a NUL', withPlain((line) => line.replace('"title":"', '"title":"\\u0000')), 'unusable characters'],
  [
    'half a character',
    withPlain((line) => line.replace('"title":"', '"title":"\\ud83e')),
    'unusable characters',
  ],
  ['no scheme of the web', withPlain((line) => line.replaceAll('https:', 'javascript:')), 'leads nowhere'],
  [
    'a header in a location',
    withPlain((line) => line.replace('"location":"', '"location":"\\r\\nX: ')),
    'leads nowhere',
  ],
  [
    'a field that is not known',
    withPlain((line) => line.replace('"title"', '"password":"x","title"')),
    'additional properties',
  ],
  [
    'a password that is no hash',
    () => portable.replace(/"passwordHash":"[^"]*"/, '"passwordHash":"correct horse"'),
    'passwordHash',
  ],
  [
    'a hash that takes minutes to check',
    () =>
      portable.replace(/"passwordHash":"\$argon2id\$v=19\$m=\d+/, '"passwordHash":"$argon2id$v=19$m=4194304'),
    'passwordHash',
  ],
  ['a field that is missing', withPlain((line) => line.replace(/"title":"(\\.|[^"\\])*",/, '')), 'title'],
  ['a slug of another grammar', withPlain((line) => line.replace('"plain"', '"a b"')), 'slug'],
  [
    'a moment of the year 0',
    withPlain((line) => line.replace(/"createdAt":"\d{4}/, '"createdAt":"0')),
    'createdAt',
  ],
  [
    'a rule that leads nowhere',
    () => portable.replace('https://shop.example/mobil', 'javascript:1'),
    'rules',
  ],
  ['a tag that is not there', withPlain((line) => line.replace('"News"', '"other"')), 'has a tag'],
  [
    'counts of a strange link',
    () => portable.replace('"linkId":"lnk_many7"', '"linkId":"lnk_none"'),
    'counts a link',
  ],
  ['a count below 0', () => portable.replace('"requests":25000', '"requests":-5'), 'requests'],
  ['a link twice', () => portable.replace('"id":"lnk_many330"', '"id":"lnk_many329"'), 'twice'],
  ['no owner', () => portable.replace('"role":"owner"', '"role":"admin"'), 'owner'],
])('bad input makes nothing: %s', async (_, make, reason) => {
  const before = await stateOf(from);
  const outcome = await importInto(from, make());
  expect(outcome).toMatchObject({ kind: 'faulty', reason: expect.stringContaining(reason) as string });
  expect(await stateOf(from)).toEqual(before);
});

test('a slug that is taken here is named, and nothing is made', async () => {
  await withTarget(async (to) => {
    await to.fetchJson('POST', '/urls', { body: { url: 'https://a.example/', slug: 'many-300' } });
    const before = await stateOf(to);
    expect(await importInto(to, portable)).toMatchObject({
      kind: 'faulty',
      reason: '1 links are taken here, such as krz.example/many-300',
    });
    expect(await stateOf(to)).toEqual(before);
  });
});
