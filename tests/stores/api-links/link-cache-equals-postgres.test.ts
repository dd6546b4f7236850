// Creates, edits, renames and deletes race for the same keys. In any order, the link cache ends in the same state as
// the database, and never answers an older state after a change was published.

import { readPendingChanges } from '../../../services/api/src/outbox/pending-changes';
import { ZONE, startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinks();
});
afterAll(() => world.close());

const SLUGS = ['race-a', 'race-b', 'race-c'] as const;
type Race = (typeof SLUGS)[number];

/** Numbers that look random and are the same in every run. */
function makeDraw(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function expectEqual(): Promise<void> {
  for (const slug of SLUGS) {
    const key = { zoneId: ZONE, slug };
    const truth = await world.truthOf(key);
    const known = await world.linkCache.get(key);
    expect(known).toMatchObject(truth ? { kind: 'link', ...truth } : { kind: 'gone' });
  }
}

test('after 600 racing writes of six writers the link cache equals the database, and no change waits', async () => {
  const workspace = await world.addWorkspace('business');
  const { outboxRelay } = world;
  const addressOf = (slug: Race) => ({ workspaceId: workspace.id, defaultZoneId: null, slug });
  const act = async (draw: (below: number) => number, turn: number) => {
    const slug = SLUGS[draw(3)] ?? 'race-a';
    const choice = draw(4);
    if (choice === 0) {
      const outcome = await world.createLink(workspace, { url: `https://a.example/${turn}`, slug });
      if (outcome.kind === 'created') await outboxRelay.publishChanges([outcome.change]);
    } else if (choice === 1) {
      const outcome = await world.deleteLink(addressOf(slug));
      if (outcome.kind === 'deleted') await outboxRelay.publishKeys([outcome.key]);
    } else {
      const newSlug = SLUGS[draw(3)];
      const body =
        choice === 2 ? { newSlug } : { url: `https://a.example/${turn}`, isEnabled: turn % 2 === 0 };
      const outcome = await world.editLink(addressOf(slug), body);
      if (outcome.kind === 'edited') await outboxRelay.publishKeys(outcome.keys);
    }
  };
  const writer = async (number: number) => {
    const draw = makeDraw(number);
    for (let turn = 0; turn < 100; turn++) await act(draw, number * 1_000 + turn);
  };
  // the loop of another API works on the same rows meanwhile
  let isRacing = true;
  const loop = (async () => {
    while (isRacing) await outboxRelay.relayAll();
  })();
  const race = Promise.all([1, 2, 3, 4, 5, 6].map(writer));
  try {
    await race;
  } finally {
    isRacing = false;
    await loop;
  }
  await outboxRelay.relayAll();
  await expectEqual();
  expect(await world.db.selectFrom('link_changes').selectAll().execute()).toEqual([]);
});

test.each([
  { slug: 'plain' },
  { slug: 'begun', startsAt: '2030-01-01T00:00:00.000Z' },
  { slug: 'ended', expiresAt: '2030-01-01T00:00:00.000Z', expiredUrl: 'https://over.example/' },
  { slug: 'ruled', rules: [{ when: { via: 'scan' }, url: 'https://scan.example/' }], forwardQuery: true },
  { slug: 'secret', password: 'open sesame' },
  { slug: 'of-suspended', isSuspended: true },
])('what a creation publishes of the link $slug is what the database holds of it', async (one) => {
  const { isSuspended = false, ...body } = one;
  const workspace = await world.addWorkspace();
  if (isSuspended)
    await world.db
      .updateTable('workspaces')
      .set({ suspended_at: new Date() })
      .where('id', '=', workspace.id)
      .execute();
  const created = await world.createLink(workspace, { url: 'https://a.example/', ...body });
  if (created.kind !== 'created') throw new Error(created.code);
  const [pending] = await readPendingChanges(world.db, [{ zoneId: ZONE, slug: body.slug }]);
  expect(pending?.link).not.toBeNull();
  expect(created.change).toEqual(pending);
});

test('two renames that want the slug of each other are both refused, and never deadlock', async () => {
  const workspace = await world.addWorkspace('business');
  const addressOf = (slug: string) => ({ workspaceId: workspace.id, defaultZoneId: null, slug });
  await world.createLink(workspace, { url: 'https://a.example/', slug: 'swap-a' });
  await world.createLink(workspace, { url: 'https://b.example/', slug: 'swap-b' });
  for (let round = 0; round < 20; round++) {
    const [one, other] = await Promise.all([
      world.editLink(addressOf('swap-a'), { newSlug: 'swap-b' }),
      world.editLink(addressOf('swap-b'), { newSlug: 'swap-a' }),
    ]);
    expect(
      [one, other].every((outcome) => outcome.kind === 'refused' && outcome.code === 'SLUG_EXISTS'),
    ).toBe(true);
  }
});

test('a link that is restricted while its owner deletes it is either deleted or kept, never both', async () => {
  const workspace = await world.addWorkspace('business');
  for (let round = 0; round < 50; round++) {
    const slug = `judged-${round}`;
    const created = await world.createLink(workspace, { url: 'https://a.example/', slug });
    if (created.kind !== 'created') throw new Error(created.code);
    const restrict = world.db
      .updateTable('links')
      .set({ is_restricted: true })
      .where('id', '=', created.row.id)
      .executeTakeFirstOrThrow();
    const remove = world.deleteLink({ workspaceId: workspace.id, defaultZoneId: null, slug });
    const [restricted, removed] = await Promise.all([restrict, remove]);
    const isKept = (await world.truthOf({ zoneId: ZONE, slug })) !== undefined;
    expect(isKept).toBe(restricted.numUpdatedRows > 0n);
    expect(removed.kind).toBe(isKept ? 'refused' : 'deleted');
  }
});
