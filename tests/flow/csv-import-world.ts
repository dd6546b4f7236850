// A database for imports by `kurz import csv`, with a workspace and a domain for each compared import, and
// the state that an import leaves there.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openTestDatabase } from '@kurz/backends';
import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { openFixtureDatabase } from '../fixture-database';
import { runServersCommandWith } from './admin-command';
import { adminResultOf, jsonOf } from './spawn-admin-command';
import { spawnBuilt, type Environment } from './start-standalone';

/** The target of one import. Equal imports differ only in these names. */
export type ImportPlace = { workspace: string; domain: string };

/**
 * The young generation of the images' API. Node 24's default is up to 128 MiB on a machine with much memory, and 2 MiB
 * in a container with 512 MiB.
 */
export const YOUNG_AS_IN_THE_IMAGES = { NODE_OPTIONS: '--max-semi-space-size=8' };

const HEAD = 'slug,url,title,tags,clicks,created at,archived,external id';

/** Has every outcome that a file alone can cause: one line in ten makes no link; half of these repeat a slug. */
export const csvOf = (links: number) =>
  [
    HEAD,
    ...Array.from({ length: links }, (_, at) => {
      const slug = at % 20 === 3 ? 'a.b' : at % 20 === 13 ? `slug-${at - 1}` : `slug-${at}`;
      const day = new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString();
      const tags = `"tag ${at % 7},tag ${at % 400}"`;
      return `${slug},https://a.example/${at},Title ${at},${tags},${at},${day},${at % 3 === 0},own-${at}`;
    }),
  ].join('\n');

export async function linksIn(db: Db, { workspace }: Pick<ImportPlace, 'workspace'>): Promise<number> {
  const { links } = await db
    .selectFrom('links')
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .where('workspace_id', '=', workspace)
    .executeTakeFirstOrThrow();
  return links;
}

/** The state that an import leaves, without ids and times of the run. */
export async function stateOf(db: Db, { workspace }: Pick<ImportPlace, 'workspace'>) {
  const { rows: links } = await sql`
    SELECT slug, url, location, title, is_archived, is_enabled, pre_tracking, created_at, external_id,
           (SELECT json_agg(tags.name ORDER BY tags.name) FROM link_tags JOIN tags ON tags.id = link_tags.tag_id
            WHERE link_tags.link_id = links.id) AS tags,
           (SELECT json_agg(event.action) FROM audit_events AS event WHERE event.subject_id = links.id) AS events,
           (SELECT count(*)::int FROM import_items AS item WHERE item.link_id = links.id
            AND item.version = links.version) AS items
    FROM links WHERE workspace_id = ${workspace} ORDER BY slug`.execute(db);
  const { rows: imports } = await sql`
    SELECT state, counts, cardinality(tag_ids) AS tags,
           (SELECT count(*)::int FROM import_items WHERE import_id = imports.id) AS items
    FROM imports WHERE workspace_id = ${workspace} ORDER BY created_at`.execute(db);
  const { rows: events } = await sql`
    SELECT action, count(*)::int AS events, json_agg(changes) FILTER (WHERE action LIKE 'import.%') AS changes
    FROM audit_events WHERE workspace_id = ${workspace} GROUP BY action ORDER BY action`.execute(db);
  const { rows: tags } = await sql`
    SELECT name FROM tags WHERE workspace_id = ${workspace} ORDER BY name`.execute(db);
  return { links, imports, events, tags };
}

export async function openCsvImportWorld() {
  const postgres = await openTestDatabase();
  const database = openFixtureDatabase({ ...postgres.options, statementTimeoutMs: 0 });
  const { db } = database;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-csv-'));
  const { host, port, user, password = '', database: name } = postgres.options;
  const servers = {
    KURZ_DATA_DIR: '/proc/kurz',
    KURZ_POSTGRES_URL: `postgres://${user}:${encodeURIComponent(String(password))}@${host}:${port}/${name}`,
  };
  await db.insertInto('users').values({ id: 'usr_csv', email: 'csv@example.com' }).execute();
  let places = 0;

  const spawnWith = (environment: Environment, ...words: string[]) =>
    spawnBuilt('admin command of the image', [...words, '--json'], { ...servers, ...environment });
  const spawn = (...words: string[]) => spawnWith({}, ...words);
  /** Runs the command in this process, with `input` on its standard input. */
  const runWith = (input: string, ...words: string[]) =>
    runServersCommandWith(input, servers, ...words, '--json');
  const run = async (...words: string[]) => jsonOf(words, await runWith('', ...words));
  /** The same as a process: after a kill, whose last statement may run for a moment longer. */
  const spawned = async (...words: string[]) => jsonOf(words, adminResultOf(await spawn(...words).finished));

  return {
    db,
    folder,
    run,
    runWith,
    spawn,
    spawned,
    spawnWith,
    newPlace: async (): Promise<ImportPlace> => {
      const workspace = `ws_csv${++places}`;
      const domain = `csv${places}.example`;
      const owned = { id: workspace, name: 'Moved', owner_id: 'usr_csv', plan: 'pro' as const };
      await db.insertInto('workspaces').values(owned).execute();
      const zone = { id: `zon_csv${places}`, domain, name: domain, zone_type: 'global' as const };
      await db.insertInto('zones').values(zone).execute();
      return { workspace, domain };
    },
    write: (file: string, content: string | Buffer): string => {
      writeFileSync(path.join(folder, file), content);
      return path.join(folder, file);
    },
    words: (file: string, { workspace, domain }: ImportPlace) => [
      ...['import', 'csv', file],
      ...['--workspace', workspace, '--zone', domain],
    ],
    read: (file: string) => readFileSync(path.join(folder, file), 'utf8'),
    /** The number of lines of each file in a folder, without its header. */
    linesIn: (name: string) =>
      Object.fromEntries(
        readdirSync(path.join(folder, name)).map((file) => [
          file,
          readFileSync(path.join(folder, name, file), 'utf8').split('\r\n').length - 2,
        ]),
      ),
    /** The state of a place, without ids and times of the run. */
    stateOf: (place: ImportPlace) => stateOf(db, place),
    close: async () => {
      await database.close();
      await postgres.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type CsvImportWorld = Awaited<ReturnType<typeof openCsvImportWorld>>;
