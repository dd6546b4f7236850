// A Redis Cluster over TLS: a redirector that trusts the CA of the nodes' certificates survives the loss of a primary.
// One that trusts another CA talks to no node.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRedisCluster, type TestRedisCluster } from '@kurz/backends';
import { makeClosing } from '@kurz/process';
import { ask } from '../stores/redirector/ask';
import { until } from '../until';
import { openRedirectorWorld, type RedirectorWorld } from './redirector-world';
import { makeAuthority, type Authority } from './tls/certificates';

const LINKS = 30;
const slugs = Array.from({ length: LINKS }, (_, index) => `link-${index}`);
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-tls-'));
const REFUSED = /certificate|issuer|self-signed/i;
const closing = makeClosing();
let cluster: TestRedisCluster;
let world: RedirectorWorld;
let right: Authority;

beforeAll(async () => {
  closing.add('folder', () => rmSync(folder, { recursive: true }));
  right = makeAuthority(folder, 'right');
  cluster = await startRedisCluster({ tls: { authority: right.file, ...right.server } });
  closing.add('cluster', cluster.close);
  world = await openRedirectorWorld(slugs);
  closing.add('world', world.close);
});
afterAll(() => closing.close());

const start = (authority: Authority, isReadyAwaited = true) =>
  world.start({ KURZ_REDIS_URL: cluster.url, NODE_EXTRA_CA_CERTS: authority.file }, { isReadyAwaited });

const linksAt = async () => {
  const keys = await Promise.all(
    (await cluster.primaries()).map((node) => cluster.ask(node, (redis) => redis.keys('kurz:link:*/link-*'))),
  );
  return keys.flat().length;
};

it('is written and read by a redirector that trusts its authority, also when a primary was killed', async () => {
  const redirector = await start(right);
  const allRedirect = async () => {
    for (const slug of slugs) if ((await ask(redirector.port, `/${slug}`)).status !== 302) return false;
    return true;
  };
  await until(allRedirect, { what: 'all links redirect' });
  await until(async () => (await linksAt()) === LINKS, { what: 'the cluster has all links' });
  const [lost] = await cluster.primaries();
  if (!lost) throw new Error('there is no primary');
  await lost.kill();
  await until(async () => !(await cluster.primaries()).includes(lost), { what: 'a replica is promoted' });
  expect(await allRedirect()).toBe(true);
  await until(() => redirector.isReady(), { what: 'it is ready' });
  await redirector.stop();
});

it('is not talked to by one that trusts another', async () => {
  const redirector = await start(makeAuthority(folder, 'wrong'), false);
  await until(
    () =>
      redirector
        .log()
        .split('\n')
        .some((line) => line.includes('"event":"redis_lost"') && REFUSED.test(line)),
    { what: 'it says so of Redis' },
  );
  expect(await redirector.isReady()).toBe(false);
});
