// A primary of a Redis Cluster is away: changes of its links wait, and do not hold up others.

import { makeMemoryLinkCache, type LinkCache } from '@kurz/link-cache';
import { silentLog, systemClock } from '@kurz/process';
import { makeOutboxRelay } from '../../../services/api/src/outbox/outbox-relay';
import { ZONE, startLinks, type LinkWorld } from './link-world';

let world: LinkWorld;
beforeAll(async () => {
  world = await startLinks();
});
afterAll(() => world.close());

const BATCHES = 3;
const slugsOf = (what: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${what}-${index}`);

const enqueue = (slugs: readonly string[]) =>
  world.db
    .insertInto('link_changes')
    .values(slugs.map((slug) => ({ zone_id: ZONE, slug })))
    .execute();
const waiting = async () => (await world.db.selectFrom('link_changes').select('slug').execute()).length;

test('more changes than a batch that cannot be published leave the next ones their turn', async () => {
  const memory = makeMemoryLinkCache({ maxEntries: 10_000 });
  let isPartAway = true;
  const linkCache: LinkCache = {
    ...memory,
    apply: (key, entry) =>
      isPartAway && key.slug.startsWith('away')
        ? Promise.reject(new Error('its primary is away'))
        : memory.apply(key, entry),
  };
  const relay = makeOutboxRelay({ db: world.db, linkCache, log: silentLog, clock: systemClock });
  const away = slugsOf('away', BATCHES * 200);
  await enqueue(away);
  await enqueue(slugsOf('other', 300));
  for (let turn = 0; turn <= BATCHES; turn++) await relay.relayAll();
  expect(await waiting()).toBe(away.length);
  for (const slug of slugsOf('other', 300)) expect(await memory.get({ zoneId: ZONE, slug })).toBeDefined();
  // a later change has its turn too, wherever the last batch ended
  await enqueue(['late']);
  for (let turn = 0; turn <= BATCHES; turn++) await relay.relayAll();
  expect(await memory.get({ zoneId: ZONE, slug: 'late' })).toBeDefined();
  isPartAway = false;
  expect(await relay.relayAll()).toBe(away.length);
  expect(await waiting()).toBe(0);
});
