// An installation with its own front: API, redirector, Caddy with production's Caddyfile, and an ACME authority. The
// test sets the DNS records.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import { type Closing } from '@kurz/process';
import { startDnsServer } from '../contract/start-dns-server';
import { signIn } from '../contract/sign-in';
import { openApiWorld } from '../flow/api-world';
import { NO_KAFKA } from '../flow/redirector-world';
import { startService, urlOfPostgres } from '../flow/service-process';
import { makeAuthority } from '../stores/domain-check/made-certificates';
import { until } from '../until';
import { startCaddy, type Caddy } from './start-caddy';
import { startPebble } from './start-pebble';

export const EDGE = 'edge.kurz.example';
const API_HOST = 'api.kurz.example';
const LOOPBACK = '127.0.0.1';

export type CertificateWorld = Awaited<ReturnType<typeof openCertificateWorld>>;

/** `tools`: folder of `caddy` and `pebble`. `closing` ends everything started, also after a failure midway. */
export async function openCertificateWorld(tools: string, closing: Closing) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-certificates-'));
  closing.add('folder', () => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const dns = await startDnsServer();
  closing.add('dns', dns.close);
  for (const host of [EDGE, API_HOST]) dns.set(host, 'A', LOOPBACK);
  const [httpPort, httpsPort, askPort, apiPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];

  const stores = await openApiWorld();
  closing.add('stores', stores.close);
  const operations = `${LOOPBACK}:${await freePort()}`;
  const startApi = () =>
    stores.start({
      KURZ_PORT: String(apiPort),
      KURZ_OPS_PORT: operations.split(':')[1] ?? '',
      KURZ_DNS_SERVERS: dns.address,
    });
  let api = await startApi();
  const redirectorPort = await freePort();
  const redirector = startService('redirector', {
    KURZ_HOST: LOOPBACK,
    KURZ_PORT: String(redirectorPort),
    KURZ_OPS_HOST: LOOPBACK,
    KURZ_OPS_PORT: String(await freePort()),
    KURZ_PRE_STOP_MS: '200',
    KURZ_NODE_NAME: 'node',
    KURZ_JOURNAL_DIR: path.join(folder, 'journal'),
    KURZ_TRUSTED_PROXIES: '1',
    KURZ_POSTGRES_URL: urlOfPostgres(stores.postgres.options),
    KURZ_REDIS_URL: stores.redis.url,
    KURZ_KAFKA_BROKERS: NO_KAFKA,
  });
  closing.add('redirector', redirector.close);
  await until(() => redirector.isReady(), { what: 'the redirector is ready' });

  const authority = await makeAuthority();
  const own = await authority.certificateOf(['localhost']);
  const pebble = await startPebble({
    program: path.join(tools, 'pebble'),
    folder,
    dns: dns.address,
    httpPort,
    tlsPort: httpsPort,
    own,
  });
  closing.add('pebble', pebble.close);
  const front = { port: httpsPort, ca: await pebble.root() };
  const openFront = () =>
    startCaddy({
      program: path.join(tools, 'caddy'),
      folder,
      acme: { url: pebble.url, ca: authority.ca },
      httpPort,
      httpsPort,
      askPort,
      apiHost: API_HOST,
      api: `${LOOPBACK}:${apiPort}`,
      redirector: `${LOOPBACK}:${redirectorPort}`,
      operations,
    });
  let caddy: Caddy = await openFront();
  closing.add('caddy', () => caddy.close());
  const baseUrl = `http://${LOOPBACK}:${apiPort}/v1`;
  return {
    ...stores,
    dns,
    pebble,
    front,
    api: () => api,
    /** An admin of the workspace at the web app. */
    person: await signIn({ db: stores.db, baseUrl }, { [stores.workspaceId]: 'admin' }),
    caddyLog: () => caddy.log(),
    restartCaddy: async () => {
      await caddy.close();
      caddy = await openFront();
    },
    stopApi: () => api.close(),
    startApi: async () => {
      api = await startApi();
    },
  };
}
