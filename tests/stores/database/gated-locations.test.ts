// Whichever program writes it, the location of a link with a beginning or an end starts with a space, and that of a
// link with conditions or a password is empty. Programs of earlier releases answer 503 for such a location, so that
// they never redirect outside the window or past the conditions or the password.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { sql } from 'kysely';
import { addLink, addWorkspace } from '../redirector/stored-links';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let database: Database;

beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  await addWorkspace(database.db);
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

const locationOf = async (slug: string) => {
  const { location } = await database.db
    .selectFrom('links')
    .select('location')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  return location;
};
const set = (
  slug: string,
  values: {
    starts_at?: Date | null;
    expires_at?: Date | null;
    location?: string;
    conditions?: string | null;
    password_hash?: string | null;
  },
) => database.db.updateTable('links').set(values).where('slug', '=', slug).execute();

test('A location gets its space with a beginning or an end, keeps one, and loses it with both', async () => {
  await addLink(database.db, 'window', { location: 'https://example.com/a' });
  expect(await locationOf('window')).toBe('https://example.com/a');
  await set('window', { expires_at: new Date('2030-01-01') });
  expect(await locationOf('window')).toBe(' https://example.com/a');
  await set('window', { starts_at: new Date('2029-01-01') });
  expect(await locationOf('window')).toBe(' https://example.com/a');
  await set('window', { location: 'https://example.com/b' });
  expect(await locationOf('window')).toBe(' https://example.com/b');
  await set('window', { expires_at: null });
  expect(await locationOf('window')).toBe(' https://example.com/b');
  await set('window', { starts_at: null });
  expect(await locationOf('window')).toBe('https://example.com/b');
});

test('With conditions it is empty, whichever program writes it, and comes back with their end', async () => {
  await addLink(database.db, 'led', { location: 'https://example.com/a' });
  await set('led', { conditions: '{"r":[]}' });
  expect(await locationOf('led')).toBe('');
  await set('led', { starts_at: new Date('2029-01-01') });
  expect(await locationOf('led')).toBe('');
  await set('led', { location: 'https://example.com/b' });
  expect(await locationOf('led')).toBe('');
  await set('led', { conditions: null });
  expect(await locationOf('led')).toBe(' https://example.com/b');
  await set('led', { conditions: '{"r":[]}' });
  await set('led', { starts_at: null });
  expect(await locationOf('led')).toBe('');
  await set('led', { conditions: null, location: 'https://example.com/c' });
  expect(await locationOf('led')).toBe('https://example.com/c');
});

const placesOf = (slug: string) =>
  database.db
    .selectFrom('links')
    .select(['location', 'conditions', 'fallback_location', 'guarded_location', 'guarded_conditions'])
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();

test('Behind a password it is empty, whichever program writes it, and comes back with its end', async () => {
  const nowhere = { location: '', conditions: '{"p":1}', fallback_location: null };
  await addLink(database.db, 'guarded', { location: 'https://example.com/a' });
  await set('guarded', { password_hash: 'hash' });
  const plain = { guarded_location: 'https://example.com/a', guarded_conditions: null };
  expect(await placesOf('guarded')).toEqual({ ...nowhere, ...plain });
  await set('guarded', { password_hash: 'other', starts_at: new Date('2029-01-01') });
  expect(await placesOf('guarded')).toEqual({ ...nowhere, ...plain });
  await set('guarded', { location: 'https://example.com/b', conditions: '{"r":[]}' });
  const led = { guarded_location: 'https://example.com/b', guarded_conditions: '{"r":[]}' };
  expect(await placesOf('guarded')).toEqual({ ...nowhere, ...led });
  await set('guarded', { location: 'https://example.com/c' });
  expect(await placesOf('guarded')).toMatchObject({ ...nowhere, guarded_location: 'https://example.com/c' });
  await set('guarded', { password_hash: null });
  expect(await placesOf('guarded')).toEqual({
    location: '',
    conditions: '{"r":[]}',
    fallback_location: 'https://example.com/c',
    guarded_location: null,
    guarded_conditions: null,
  });
  await set('guarded', { password_hash: 'hash' });
  await set('guarded', { conditions: null });
  expect(await placesOf('guarded')).toMatchObject({ ...nowhere, guarded_conditions: null });
  await set('guarded', { password_hash: null });
  expect(await locationOf('guarded')).toBe(' https://example.com/c');
  await set('guarded', { password_hash: 'hash' });
  await set('guarded', { starts_at: null, password_hash: null, location: 'https://example.com/d' });
  expect(await locationOf('guarded')).toBe('https://example.com/d');
});

test('Links are found by their hosts with and without the space', async () => {
  const { rows } = await sql<{ plain: string; gated: string }>`
    SELECT link_reversed_host('https://go.example.com/a') AS plain,
           link_reversed_host(' https://go.example.com/a') AS gated`.execute(database.db);
  expect(rows).toEqual([{ plain: 'moc.elpmaxe.og', gated: 'moc.elpmaxe.og' }]);
});
