import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { isPasswordOf } from '@kurz/password-hash';
import { createUser } from '../../../services/api/src/people/create-user';
import { createWorkspace } from '../../../services/api/src/workspaces/create-workspace';
import { listWorkspaces } from '../../../services/api/src/workspaces/list-workspaces';
import { setPlan } from '../../../services/api/src/workspaces/set-plan';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let database: Database;

beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

async function newUser(email: string, password?: string) {
  const outcome = await createUser(database.db, { email, password });
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  return outcome;
}

const userWith = (userId: string) =>
  database.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

test('a new person owns a personal workspace on the plan free', async () => {
  const { userId, personalWorkspaceId } = await newUser(' ada@example.com ');
  expect(await userWith(userId)).toMatchObject({ email: 'ada@example.com', password_hash: null });
  const workspace = await database.db
    .selectFrom('workspaces')
    .innerJoin('members', 'members.workspace_id', 'workspaces.id')
    .select(['owner_id', 'is_personal', 'plan', 'user_id', 'role'])
    .where('workspaces.id', '=', personalWorkspaceId)
    .execute();
  expect(workspace).toEqual([
    { owner_id: userId, is_personal: true, plan: 'free', user_id: userId, role: 'owner' },
  ]);
});

test('a password is stored as argon2id only', async () => {
  const { userId } = await newUser('bob@example.com', 'correct horse');
  const { password_hash: stored } = await userWith(userId);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPasswordOf(stored ?? '', 'correct horse')).toBe(true);
  expect(await isPasswordOf(stored ?? '', 'wrong horse')).toBe(false);
});

test('an e-mail address is taken once, whatever its case, and a refused person leaves nothing behind', async () => {
  await newUser('carol@example.com');
  const before = (await listWorkspaces(database.db)).length;
  expect(await createUser(database.db, { email: 'CAROL@example.com' })).toEqual({ kind: 'email_taken' });
  const rush = await Promise.all(
    Array.from({ length: 5 }, () => createUser(database.db, { email: 'rush@example.com' })),
  );
  expect(rush.map(({ kind }) => kind).sort()).toEqual(['created', ...Array<string>(4).fill('email_taken')]);
  expect((await listWorkspaces(database.db)).length).toBe(before + 1);
});

test('what is no e-mail address is refused', async () => {
  expect(await createUser(database.db, { email: 'nobody' })).toEqual({ kind: 'bad_email' });
});

test('a workspace belongs to a known person, is anchored on today and shows in the list', async () => {
  const { userId } = await newUser('dora@example.com');
  const made = await createWorkspace(database.db, {
    name: 'Shop',
    ownerEmail: 'Dora@example.com',
    plan: 'team',
    isYearly: true,
  });
  if (made.kind !== 'created') throw new Error(made.kind);
  const stored = await database.db
    .selectFrom('workspaces')
    .select(['owner_id', 'billing_anchor'])
    .where('id', '=', made.workspaceId)
    .executeTakeFirstOrThrow();
  expect(stored.owner_id).toBe(userId);
  expect(Math.abs(Date.now() - Date.parse(stored.billing_anchor))).toBeLessThan(2 * 86_400_000);
  const listed = (await listWorkspaces(database.db)).find(
    ({ workspaceId }) => workspaceId === made.workspaceId,
  );
  expect(listed).toMatchObject({
    name: 'Shop',
    ownerEmail: 'dora@example.com',
    plan: 'team',
    isYearly: true,
    isPersonal: false,
  });
});

test('a workspace for nobody is not made', async () => {
  const workspace = { name: 'x', ownerEmail: 'no@example.com', plan: 'pro' as const, isYearly: false };
  expect(await createWorkspace(database.db, workspace)).toEqual({ kind: 'no_such_user' });
});

test('a plan changes where there is a workspace', async () => {
  const { personalWorkspaceId } = await newUser('emil@example.com');
  expect(await setPlan(database.db, personalWorkspaceId, 'business')).toEqual({ kind: 'changed' });
  const listed = (await listWorkspaces(database.db)).find(
    ({ workspaceId }) => workspaceId === personalWorkspaceId,
  );
  expect(listed?.plan).toBe('business');
  expect(await setPlan(database.db, 'ws_unknown', 'pro')).toEqual({ kind: 'no_such_workspace' });
});
