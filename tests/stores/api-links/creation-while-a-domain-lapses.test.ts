// A workspace verifies another's lapsed domain while a link is made there: the link is refused, or the domain stays.

import { sql } from 'kysely';
import type { Db } from '@kurz/database';
import type { ActingWorkspace } from '../../../services/api/src/access/actor';
import { createZone } from '../../../services/api/src/zones/create-zone';
import { releaseLapsedZone } from '../../../services/api/src/zones/lapsed-zone';
import { untilLockWaits } from '../../lock-waits';
import { startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinks();
});
afterAll(() => world.close());

let domains = 0;

/** A workspace with a domain that has lapsed. */
async function withLapsed(): Promise<{ workspace: ActingWorkspace; domain: string; zoneId: string }> {
  const { db } = world;
  const workspace = await world.addWorkspace();
  const domain = `go.lapsed-${++domains}.example`;
  const made = await createZone(db, {
    domain,
    zoneType: 'user',
    workspaceId: workspace.id,
    isVerified: true,
  });
  if (made.kind !== 'created') throw new Error(made.kind);
  await sql`UPDATE zones SET proof_missing_since = now() - interval '8 days' WHERE id = ${made.zoneId}`.execute(
    db,
  );
  return { workspace, domain, zoneId: made.zoneId };
}

const URL = 'https://a.example/';

/** Runs `work` in a transaction and then starts `meanwhile`, which waits for a lock until the transaction ends. */
async function holdingUp<T>(work: (transaction: Db) => Promise<unknown>, meanwhile: () => Promise<T>) {
  let waiting: Promise<T> | undefined;
  await world.db.transaction().execute(async (transaction) => {
    await work(transaction);
    waiting = meanwhile();
    await untilLockWaits(world.db);
  });
  if (!waiting) throw new Error('nothing was held up');
  return waiting;
}

test('a link on a domain that is released is refused, whether it names the domain or has it by default', async () => {
  for (const isNamed of [true, false]) {
    const { workspace, domain, zoneId } = await withLapsed();
    const outcome = await holdingUp(
      (transaction) => releaseLapsedZone(transaction, domain),
      () =>
        isNamed
          ? world.createLink(workspace, { url: URL, zoneDomain: domain })
          : world.createLink({ ...workspace, defaultZoneId: zoneId }, { url: URL }),
    );
    if (isNamed) expect(outcome).toMatchObject({ kind: 'refused', params: { reason: 'zone_unverified' } });
    else expect(outcome).toMatchObject({ kind: 'created', row: { zone_domain: 'krz.example' } });
  }
});

test('a domain on which a link is being made is not released', async () => {
  const { workspace, domain } = await withLapsed();
  const released = await holdingUp(
    (transaction) => world.createLink(workspace, { url: URL, zoneDomain: domain }, transaction),
    () => world.db.transaction().execute((transaction) => releaseLapsedZone(transaction, domain)),
  );
  expect(released).toBeUndefined();
});
