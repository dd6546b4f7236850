// Redis is emptied: the near cache learns from PostgreSQL what has changed, not link by link.

import { until } from '../../until';
import { ask } from '../redirector/ask';
import { addLinks, changeLink, locationOf } from '../redirector/stored-links';
import { openWorld, type World } from './open-world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** More than are asked for before the near cache has been compared. */
const LINKS = 1_000;

test('After FLUSHALL a link that has not changed is near again though nobody asked for it', async () => {
  const instance = await world.openInstance({ settings: { revalidateMs: 20, lookupTimeoutMs: 60_000 } });
  const locationNow = async (slug: string) => (await ask(instance.port, `/${slug}`)).headers.location;
  const slugs = Array.from({ length: LINKS }, (_, n) => `near-${n}`);
  await addLinks(world.db, [...slugs, 'changes']);
  await Promise.all(['changes', ...slugs].map(locationNow));

  const compared = instance.reads.comparisons();
  await world.admin.flushall();
  await until(
    async () => {
      const slug = slugs.pop() ?? '';
      const before = instance.reads.linkReads();
      expect(await locationNow(slug)).toBe(locationOf(slug));
      return instance.reads.linkReads() === before && instance.reads.comparisons() > compared;
    },
    { what: 'a link is near again' },
  );
  const location = 'https://example.com/changed';
  await changeLink(world.db, world.linkCache, 'changes', { location });
  await until(async () => (await locationNow('changes')) === location);
});
