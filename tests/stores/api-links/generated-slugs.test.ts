// Generated slugs when the drawn one is taken.

import { systemClock } from '@kurz/process';
import { makeCreateLink } from '../../../services/api/src/links/create-link';
import { startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinks();
});
afterAll(() => world.close());

test('a drawn slug that is taken is drawn again, and the collision is not metered', async () => {
  const workspace = await world.addWorkspace();
  const slugs = ['firstly', 'firstly', 'firstly', 'another'];
  const draw = () => slugs.shift() ?? 'no-more';
  const create = makeCreateLink({ db: world.db, clock: systemClock, generate: draw }, {});
  await create(workspace, { url: 'https://a.example/' });
  expect(await create(workspace, { url: 'https://a.example/' })).toMatchObject({
    kind: 'created',
    row: { slug: 'another' },
  });
  expect(await world.usedOf(workspace.id)).toBe(2);
});

test('a generator that only ever draws the same ends in an error, not in an endless loop', async () => {
  const workspace = await world.addWorkspace();
  const create = makeCreateLink({ db: world.db, clock: systemClock, generate: () => 'stuck77' }, {});
  await create(workspace, { url: 'https://a.example/' });
  await expect(create(workspace, { url: 'https://a.example/' })).rejects.toThrow('generated slugs');
});
