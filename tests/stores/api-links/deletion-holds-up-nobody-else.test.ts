// The deletion of a workspace blocks the creation of links in that workspace, and in no other.

import { openDatabase, type Database } from '@kurz/database';
import { sql } from 'kysely';
import type { ActingWorkspace } from '../../../services/api/src/access/actor';
import { deletePerson } from '../../../services/api/src/workspaces/deletion/delete-person';
import { deleteWorkspace } from '../../../services/api/src/workspaces/deletion/delete-workspace';
import { WorkspaceDeleted } from '../../../services/api/src/links/insert-links';
import { untilLockWaits } from '../../lock-waits';
import { startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
let database: Database;
beforeAll(async () => {
  world = await startLinks();
  // without a statement timeout, because the deletion waits until the test goes on
  database = openDatabase({ ...world.postgres.options, statementTimeoutMs: 0 });
});
afterAll(async () => {
  await database.close();
  await world.close();
});

type Owned = { workspace: ActingWorkspace; userId: string };
let people = 0;

async function addOwned(): Promise<Owned> {
  const workspace = await world.addWorkspace();
  const userId = `usr_owner_${++people}`;
  await world.db
    .insertInto('users')
    .values({ id: userId, email: `${userId}@example.com` })
    .execute();
  await world.db.updateTable('workspaces').set({ owner_id: userId }).where('id', '=', workspace.id).execute();
  return { workspace, userId };
}

const create = (workspace: ActingWorkspace) =>
  database.db
    .transaction()
    .execute((transaction) => world.createLink(workspace, { url: 'https://example.com/' }, transaction));
const linksOf = ({ id }: ActingWorkspace) =>
  world.db.selectFrom('links').select('id').where('workspace_id', '=', id).execute();

/** Resolves when `count` statements wait for locks. */
const untilWaiting = (count: number) => untilLockWaits(world.db, { count });

/** Runs `work` while the deletion holds its locks and is blocked. */
async function whileDeleting(start: () => Promise<{ kind: string }>, work: () => Promise<void>) {
  let deletion: Promise<{ kind: string }> | undefined;
  await database.db.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE link_sweeps IN SHARE MODE`.execute(transaction);
    deletion = start();
    await untilWaiting(1);
    await work();
  });
  expect((await deletion)?.kind).toBe('deleted');
}

describe.each([
  {
    what: 'a workspace',
    remove: ({ workspace }: Owned) => deleteWorkspace(database.db, { workspaceId: workspace.id }),
  },
  {
    what: 'a person',
    remove: ({ userId }: Owned) => deletePerson(database.db, { userId, isSharedToo: true }),
  },
])('while $what is being deleted', ({ remove }) => {
  test('another workspace creates links', async () => {
    const other = await world.addWorkspace();
    const owned = await addOwned();
    await whileDeleting(
      () => remove(owned),
      async () => {
        // the creation ends while the deletion is still open
        const creation = await world.createLink(other, { url: 'https://example.com/' });
        expect(creation.kind).toBe('created');
      },
    );
    expect(await linksOf(other)).toHaveLength(1);
  });

  test('a creation in that workspace waits, and makes no link', async () => {
    const owned = await addOwned();
    let creation: Promise<unknown> | undefined;
    await whileDeleting(
      () => remove(owned),
      async () => {
        creation = expect(create(owned.workspace)).rejects.toBeInstanceOf(WorkspaceDeleted);
        await untilWaiting(2);
      },
    );
    await creation;
    expect(await linksOf(owned.workspace)).toEqual([]);
  });

  test('the deletion waits for creations before it, whose links are left to its sweep', async () => {
    const owned = await addOwned();
    let deletion: Promise<{ kind: string }> | undefined;
    await database.db.transaction().execute(async (transaction) => {
      const body = { url: 'https://example.com/' };
      expect((await world.createLink(owned.workspace, body, transaction)).kind).toBe('created');
      deletion = remove(owned);
      await untilWaiting(1);
    });
    expect((await deletion)?.kind).toBe('deleted');
    expect(await linksOf(owned.workspace)).toHaveLength(1);
  });
});
