import type { Database, Db } from '@kurz/database';
import { randomBytes } from 'node:crypto';
import { createUser } from '../../../services/api/src/people/create-user';
import { createWorkspace } from '../../../services/api/src/workspaces/create-workspace';
import { acceptInvitation } from '../../../services/api/src/workspaces/members/accept-invitation';
import { findMembers } from '../../../services/api/src/workspaces/members/find-members';
import { insertInvitation } from '../../../services/api/src/workspaces/members/insert-invitation';
import { withdrawInvitation } from '../../../services/api/src/workspaces/members/withdraw-invitation';
import { openLenientDatabase } from '../../fixture-database';
import { untilLockWaits } from '../../lock-waits';

let database: Database;
beforeAll(async () => {
  database = await openLenientDatabase();
});
afterAll(() => database.close());

/** A database whose transactions do their work and commit only when `release` is called. */
function holding(db: Db): { db: Db; isDone: Promise<void>; release: () => void } {
  let [done, release] = [() => undefined as void, () => undefined as void];
  const isDone = new Promise<void>((resolve) => (done = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const transaction = () => ({
    execute: <T>(work: (transaction: Db) => Promise<T>) =>
      db.transaction().execute(async (own) => {
        const outcome = await work(own);
        done();
        await released;
        return outcome;
      }),
  });
  return { db: Object.assign(Object.create(db) as Db, { transaction }), isDone, release };
}

test('nobody joins by an invitation that is withdrawn while it is accepted', async () => {
  const { db } = database;
  const [ownerEmail, email] = ['inviter@example.com', 'invited@example.com'];
  const owner = await createUser(db, { email: ownerEmail });
  const invited = await createUser(db, { email });
  const made = await createWorkspace(db, { name: 'Team', ownerEmail, plan: 'team', isYearly: false });
  if (owner.kind !== 'created' || invited.kind !== 'created' || made.kind !== 'created')
    throw new Error('the setup failed');
  const { workspaceId } = made;
  const secretHash = randomBytes(32);
  const now = new Date();
  const dates = { now, expiresAt: new Date(now.getTime() + 60_000) };
  const limits = { maxByWorkspace: 1, maxByPerson: 1 };
  const by = { invitedBy: owner.userId, mailIn: undefined };
  const row = { id: 'inv_withdrawn', workspaceId, email, role: 'admin', secretHash } as const;
  expect(await insertInvitation(db, { ...row, ...by, ...limits, ...dates })).toEqual({ kind: 'invited' });

  const held = holding(db);
  const withdrawing = withdrawInvitation(held.db, workspaceId, row.id);
  await held.isDone;
  const user = { id: invited.userId, email, isEmailProven: true };
  const accepting = acceptInvitation(db, { secretHashes: [secretHash], user, now });
  await untilLockWaits(db);
  held.release();
  expect(await withdrawing).toEqual({ kind: 'withdrawn' });
  expect(await accepting).toEqual({ kind: 'no_such_invitation' });
  expect((await findMembers(db, workspaceId)).map(({ userId }) => userId)).toEqual([owner.userId]);
});
