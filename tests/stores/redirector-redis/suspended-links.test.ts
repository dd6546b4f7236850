// Links of a workspace that is suspended and resumed: on a redirector that has them in its memory or in Redis, and on
// one that reads them from Postgres.

import { makeOutboxRelay, runSweeps, suspendWorkspace } from '@kurz/api';
import { silentLog, systemClock } from '@kurz/process';
import { until } from '../../until';
import { ask } from '../redirector/ask';
import { addLink, addZone, WORKSPACE } from '../redirector/stored-links';
import { openWorld, type OpenInstance, type World } from './open-world';

let world: World;
let near: OpenInstance;
let other: OpenInstance;
beforeAll(async () => {
  world = await openWorld();
  near = await world.openInstance();
  other = await world.openInstance();
});
afterAll(() => world.close());

const root = { host: 'own.example' };
const statusOf = async ({ port }: OpenInstance, slug: string) => (await ask(port, `/${slug}`)).status;

async function suspend(isSuspended: boolean): Promise<void> {
  const { db, linkCache } = world;
  const outboxRelay = makeOutboxRelay({ db, linkCache, log: silentLog, clock: systemClock });
  await suspendWorkspace(db, WORKSPACE, isSuspended);
  await runSweeps(db, () => outboxRelay.relayAll());
  await outboxRelay.relayAll();
}

test('a suspended workspace’s links answer 410 wherever they are remembered, and 302 when it is resumed', async () => {
  for (const slug of ['known', 'in-redis', 'unread']) await addLink(world.db, slug);
  await addZone(world.db, {
    id: 'zon_own',
    domain: 'own.example',
    isCustom: true,
    root: 'https://a.example/',
  });
  await world.linkCache.publishZone('zon_own');
  for (const slug of ['known', 'in-redis']) expect(await statusOf(near, slug)).toBe(302);
  expect(await statusOf(other, 'known')).toBe(302);
  await until(async () => (await ask(near.port, '/', root)).status === 302);
  await suspend(true);
  for (const instance of [near, other]) {
    for (const slug of ['known', 'in-redis', 'unread']) {
      await until(async () => (await statusOf(instance, slug)) === 410);
    }
    await until(async () => (await ask(instance.port, '/', root)).status === 404);
  }
  await world.admin.flushall();
  const cold = await world.openInstance();
  expect(await statusOf(cold, 'unread')).toBe(410);
  await suspend(false);
  for (const instance of [near, other, cold]) {
    for (const slug of ['known', 'in-redis', 'unread']) {
      await until(async () => (await statusOf(instance, slug)) === 302);
    }
    await until(async () => (await ask(instance.port, '/', root)).status === 302);
  }
});
