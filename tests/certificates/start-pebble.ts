// Pebble, an ACME authority for tests, which asks the name server of the test and the ports of the front.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import type { Made } from '../stores/domain-check/made-certificates';
import { until } from '../until';

export type Pebble = {
  /** Address of its ACME directory. */
  url: string;
  /** How many certificates were ordered. */
  orders: () => number;
  /** Certificate of the authority that signs (PEM). */
  root: () => Promise<string>;
  log: () => string;
  close: () => Promise<void>;
};

type Options = {
  program: string;
  folder: string;
  dns: string;
  /** Ports of the front for its validation, in place of 80 and 443. */
  httpPort: number;
  tlsPort: number;
  /** Certificate of Pebble's own API. */
  own: Made;
};

/** Does not check the server's certificate, because it is self-signed. */
const fetchText = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    https
      .get(url, { rejectUnauthorized: false }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
      })
      .on('error', reject);
  });

export async function startPebble({
  program,
  folder,
  dns,
  httpPort,
  tlsPort,
  own,
}: Options): Promise<Pebble> {
  const [port, managementPort] = [await freePort(), await freePort()];
  const file = (name: string) => path.join(folder, name);
  writeFileSync(file('pebble.pem'), own.cert);
  writeFileSync(file('pebble.key'), own.key);
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: file('pebble.pem'),
    privateKey: file('pebble.key'),
    httpPort,
    tlsPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
    // Caddy may poll as often as it likes
    retryAfter: { authz: 0, order: 0 },
    keyAlgorithm: 'ecdsa',
    profiles: { default: { description: 'as of 2025', validityPeriod: 7_776_000 } },
  };
  writeFileSync(file('pebble.json'), JSON.stringify({ pebble }));
  const child = spawn(program, ['-config', file('pebble.json'), '-dnsserver', dns], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'close');
  const management = `https://127.0.0.1:${managementPort}`;
  await until(
    async () =>
      child.exitCode !== null || (await fetchText(`${management}/roots/0`).catch(() => '')).includes('BEGIN'),
    { what: 'Pebble answers' },
  );
  if (child.exitCode !== null) throw new Error(`Pebble ended: ${log}`);
  return {
    url: `https://localhost:${port}/dir`,
    orders: () => log.match(/Added order /g)?.length ?? 0,
    root: () => fetchText(`${management}/roots/0`),
    log: () => log,
    close: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
