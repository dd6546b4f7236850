// Blocks a destination to which many conditional links lead. Each has more rules, to other addresses on its host.

import { blockDestination, destinationNamed, runSweeps } from '@kurz/api';
import { encodeConditions } from '@kurz/link-cache';
import { ZONE, startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinks();
});
afterAll(() => world.close());

const LINKS = 134;

test('each of them is marked, wherever a page of the sweep ends', async () => {
  const workspace = await world.addWorkspace();
  const locations = ['c', 'b', 'a'].map((name) => `https://evil.example/${name}`);
  const rules = locations.map((location) => ({ via: 'scan' as const, location }));
  const links = Array.from({ length: LINKS }, (_, index) => ({
    id: `lnk_${String(index).padStart(4, '0')}`,
    workspace_id: workspace.id,
    zone_id: ZONE,
    slug: `ruled-${index}`,
    url: 'https://shop.example/',
    location: 'https://shop.example/',
    conditions: encodeConditions({ rules }),
    condition_locations: locations,
  }));
  await world.db.insertInto('links').values(links).execute();
  for (const name of ['a', 'b', 'c']) {
    const named = destinationNamed(`https://evil.example/${name}`);
    if (named.kind !== 'named') throw new Error('it is a web address');
    const unmark = world.db.updateTable('links').set({ is_restricted: false, restricted_by: null });
    await unmark.execute();
    await blockDestination(world.db, named.name, 'restricted', { kind: 'operator', command: 'test' });
    await runSweeps(world.db, () => Promise.resolve());
    const left = await world.db.selectFrom('links').select('id').where('is_restricted', '=', false).execute();
    expect([name, left]).toEqual([name, []]);
  }
});
