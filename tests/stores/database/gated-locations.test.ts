// The location of a link with a beginning or an end starts with a space, and that of a link with conditions is empty,
// whichever program writes it: programs of the releases before answer 503 for such a location, and never redirect outside
// the window or past the conditions.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { sql } from 'kysely';
import { addLink, addWorkspace } from '../redirector/stored-links';

let postgres: TestDatabase;
let database: Database;

beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase(postgres.options);
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

test('Links are found by their hosts with and without the space', async () => {
  const { rows } = await sql<{ plain: string; gated: string }>`
    SELECT link_reversed_host('https://go.example.com/a') AS plain,
           link_reversed_host(' https://go.example.com/a') AS gated`.execute(database.db);
  expect(rows).toEqual([{ plain: 'moc.elpmaxe.og', gated: 'moc.elpmaxe.og' }]);
});
