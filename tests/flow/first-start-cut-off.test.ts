// A first start that is cut off before its token was shown is done again by the next one, without doubles.

import { listTokens, listWorkspaces, listZones } from '@kurz/api';
import { startPostgres, type TestPostgres } from '@kurz/backends';
import type { Database } from '@kurz/database';
import { beginFirstStart, endFirstStart } from '../../services/standalone/src/installation/first-start';
import { localDomainOf } from '../../services/standalone/src/http/own-address';
import { ensureLocalZone } from '../../services/standalone/src/installation/local-zone';
import { openFixtureDatabase } from '../fixture-database';

const PEPPER = 'pepper-of-a-test-pepper-of-a-test';

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await startPostgres();
  database = openFixtureDatabase(postgres.options);
});

afterAll(async () => {
  await database.close();
  await postgres.close();
});

it('gives a new token and revokes the one that nobody has seen, until the token has been shown', async () => {
  const { db } = database;
  const unseen = await beginFirstStart(db, PEPPER);
  const seen = await beginFirstStart(db, PEPPER);
  expect(seen?.secret).toMatch(/^kz_ws_/);
  expect(seen?.workspaceId).toBe(unseen?.workspaceId);

  const workspaces = await listWorkspaces(db);
  expect(workspaces.filter(({ isPersonal }) => !isPersonal)).toMatchObject([{ plan: 'unlimited' }]);
  const tokens = await listTokens(db, seen?.workspaceId ?? '');
  expect(tokens.map(({ tokenId, revokedAt }) => [tokenId, revokedAt === null])).toEqual([
    [seen?.tokenId, true],
    [unseen?.tokenId, false],
  ]);

  if (seen) await endFirstStart(db, seen);
  expect(await beginFirstStart(db, PEPPER)).toBeUndefined();
});

it('makes the shared zone once, finds it when it could not be remembered, and lets it follow the port', async () => {
  const { db } = database;
  expect(await ensureLocalZone(db, 'localhost:3000')).toEqual({
    domain: 'localhost:3000',
    formerDomain: undefined,
  });
  await db.deleteFrom('installation').where('key', '=', 'local_zone').execute();
  expect(await ensureLocalZone(db, 'localhost:4000')).toEqual({
    domain: 'localhost:4000',
    formerDomain: 'localhost:3000',
  });
  expect(await listZones(db)).toMatchObject([
    { domain: 'localhost:4000', zoneType: 'global', isDefault: true },
  ]);
  const withoutPort = localDomainOf({ port: 80 });
  const moved = { domain: 'localhost', formerDomain: 'localhost:4000' };
  expect(await ensureLocalZone(db, withoutPort)).toEqual(moved);
  expect(await ensureLocalZone(db, withoutPort)).toEqual({ ...moved, formerDomain: undefined });
});
