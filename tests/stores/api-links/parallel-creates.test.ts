// Two hundred creates at once: the allowance is never exceeded and a slug has one owner.

import { startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinks();
});
afterAll(() => world.close());

const PARALLEL = 200;

/** The number of calls by outcome. */
async function endingsOf(calls: Promise<{ kind: string; code?: string }>[]): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (const outcome of await Promise.all(calls)) {
    const name = outcome.code ?? outcome.kind;
    endings[name] = (endings[name] ?? 0) + 1;
  }
  return endings;
}

test('with ten links left of the allowance exactly ten of two hundred are created', async () => {
  const workspace = await world.addWorkspace();
  await world.createLink(workspace, { url: 'https://a.example/' });
  await world.setUsed(workspace.id, 4_990);
  const calls = Array.from({ length: PARALLEL }, (_, index) =>
    world.createLink(workspace, { url: 'https://a.example/', slug: `edge-${index}` }),
  );
  expect(await endingsOf(calls)).toEqual({ created: 10, INSUFFICIENT_QUOTA: 190 });
  expect(await world.usedOf(workspace.id)).toBe(5_000);
  const links = world.db.selectFrom('links').select('id').where('slug', 'like', 'edge-%');
  expect(await links.execute()).toHaveLength(10);
  const changes = world.db.selectFrom('link_changes').select('id').where('slug', 'like', 'edge-%');
  expect(await changes.execute()).toHaveLength(10);
});

test('the first links of a period cannot slip past an allowance of nothing or of fifty', async () => {
  const workspace = await world.addWorkspace('free');
  const calls = Array.from({ length: PARALLEL }, () =>
    world.createLink(workspace, { url: 'https://a.example/' }),
  );
  expect(await endingsOf(calls)).toEqual({ created: 50, INSUFFICIENT_QUOTA: 150 });
  expect(await world.usedOf(workspace.id)).toBe(50);
});

test('of two hundred creates of one slug one wins, 199 hear SLUG_EXISTS, and one link is metered', async () => {
  const workspaces = await Promise.all([world.addWorkspace(), world.addWorkspace()]);
  const calls = Array.from({ length: PARALLEL / 2 }, () =>
    workspaces.map((workspace) => world.createLink(workspace, { url: 'https://a.example/', slug: 'wanted' })),
  ).flat();
  expect(await endingsOf(calls)).toEqual({ created: 1, SLUG_EXISTS: 199 });
  const used = await Promise.all(workspaces.map((workspace) => world.usedOf(workspace.id)));
  expect(used.reduce((sum, one) => sum + one, 0)).toBe(1);
});
