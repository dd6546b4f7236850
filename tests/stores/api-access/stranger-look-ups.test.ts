// Made-up tokens cost a bounded number of statements, and do not block tokens in use.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { makeTokenSecret } from '../../../services/api/src/access/token-secret';
import { createUser } from '../../../services/api/src/people/create-user';
import { createWorkspace } from '../../../services/api/src/workspaces/create-workspace';
import { createWorkspaceToken } from '../../../services/api/src/workspaces/tokens/create-workspace-token';
import { revokeToken } from '../../../services/api/src/workspaces/tokens/revoke-token';
import { LOOK_UPS_BEYOND_LIMIT } from '../../../services/api/src/rate-limits/bound-look-ups';
import { pepper, startScopedRoutes, type ScopedRoutes } from './start-scoped-routes';

/** Small, so that a busy machine uses it up within a one-minute window, without a thousand connections at once. */
const ANONYMOUS_LIMIT = 60;

let postgres: TestDatabase;
let api: ScopedRoutes;
let workspaceId: string;
beforeAll(async () => {
  postgres = await openTestDatabase();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  // a new API for each test, because counters are per API
  api = await startScopedRoutes(postgres.options, { anonymousLimit: ANONYMOUS_LIMIT });
  const ownerEmail = 'owner@example.com';
  await createUser(api.database.db, { email: ownerEmail });
  const workspace = { name: 'Shop', ownerEmail, plan: 'business', isYearly: false } as const;
  const made = await createWorkspace(api.database.db, workspace);
  if (made.kind !== 'created') throw new Error(made.kind);
  workspaceId = made.workspaceId;
});
afterEach(() => api.close());

async function newToken() {
  const token = { workspaceId, name: 'ci', scopes: ['links:read'] as const };
  const made = await createWorkspaceToken(api.database.db, pepper, token);
  if (made.kind !== 'created') throw new Error(made.kind);
  return made;
}

const ask = (token: string) => api.ask(token, 'links:read');
const askMadeUp = async (times: number) =>
  (await Promise.all(Array.from({ length: times }, () => ask(makeTokenSecret('workspace'))))).map(
    ({ status }) => status,
  );

async function useUpLimit(): Promise<void> {
  for (let asked = 0; asked < ANONYMOUS_LIMIT; asked += 20) {
    expect(await askMadeUp(20)).toEqual(Array<number>(20).fill(401));
  }
}

/** The number of statements that `work` costs beyond those allowed in that time to an address over its limit. */
async function statementsBeyond(work: () => Promise<unknown>): Promise<number> {
  const [before, began] = [api.statements(), performance.now()];
  await work();
  const seconds = Math.floor((performance.now() - began) / 1_000) + 2;
  return api.statements() - before - LOOK_UPS_BEYOND_LIMIT * seconds;
}

test('beyond the address’s limit made-up tokens are refused without asking the database, save a few a second', async () => {
  await useUpLimit();
  expect(api.statements()).toBeGreaterThanOrEqual(ANONYMOUS_LIMIT);
  let statuses: number[] = [];
  const beyond = await statementsBeyond(async () => (statuses = await askMadeUp(200)));
  expect(beyond).toBeLessThanOrEqual(0);
  expect(statuses).toEqual(Array<number>(200).fill(429));
});

test('parallel ones do not slip through before they are counted', async () => {
  const beyond = await statementsBeyond(() => askMadeUp(2 * ANONYMOUS_LIMIT));
  expect(beyond).toBeLessThanOrEqual(ANONYMOUS_LIMIT);
});

test('a token in use is served all the while, until the request after it is revoked', async () => {
  const { tokenId, secret } = await newToken();
  expect((await ask(secret)).status).toBe(200);
  await useUpLimit();
  for (let times = 1; times <= 20; times++) {
    const [answered] = await Promise.all([ask(secret), askMadeUp(20)]);
    expect(answered.status).toBe(200);
  }
  await revokeToken(api.database.db, tokenId);
  expect((await ask(secret)).status).toBe(429);
  const beyond = await statementsBeyond(() => Promise.all(Array.from({ length: 100 }, () => ask(secret))));
  expect(beyond).toBeLessThanOrEqual(0);
});

test('a token that was not used before is served at once, or told to come back in a second', async () => {
  await useUpLimit();
  const answered = await ask((await newToken()).secret);
  expect(answered.status).toBe(200);
  await askMadeUp(20);
  const { secret } = await newToken();
  for (let reply = await ask(secret); reply.status !== 200; reply = await ask(secret)) {
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1']);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
});
