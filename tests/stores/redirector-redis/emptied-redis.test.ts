// When Redis is emptied, the near cache keeps its links and compares them with PostgreSQL.

import { until } from '../../until';
import { ask } from '../redirector/ask';
import { addLinks, changeLink, locationOf } from '../redirector/stored-links';
import { openWorld, type World } from './open-world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const LINKS = 1_000;

test('After FLUSHALL no link that is near is looked up, and a change is seen', async () => {
  const instance = await world.openInstance({ settings: { revalidateMs: 20, lookupTimeoutMs: 60_000 } });
  const locationNow = async (slug: string) => (await ask(instance.port, `/${slug}`)).headers.location;
  const slugs = Array.from({ length: LINKS }, (_, n) => `near-${n}`);
  await addLinks(world.db, [...slugs, 'changes']);
  await Promise.all(['changes', ...slugs].map(locationNow));

  const [compared, read] = [instance.reads.comparisons(), instance.reads.linkReads()];
  await world.admin.flushall();
  const expectAllNear = async () => {
    const locations = await Promise.all(slugs.map(locationNow));
    expect(locations).toEqual(slugs.map(locationOf));
    expect(instance.reads.linkReads()).toBe(read);
  };
  await expectAllNear();
  await until(() => instance.reads.comparisons() >= compared + LINKS / 256, {
    what: 'all links are compared',
  });
  await expectAllNear();
  const location = 'https://example.com/changed';
  await changeLink(world.db, world.linkCache, 'changes', { location });
  await until(async () => (await locationNow('changes')) === location);
});
