// Caddy with the Caddyfile of production. Only the address of ACME and the ports differ.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../until';

const CADDYFILE = path.join(__dirname, '..', '..', 'deploy', 'caddy', 'Caddyfile');
const ASK = '127.0.0.1:9180';

export type CaddyOptions = {
  program: string;
  /** The folder in which Caddy keeps its certificates. */
  folder: string;
  /** Address of the ACME directory, and the CA of its own certificate (PEM). */
  acme: { url: string; ca: string };
  httpPort: number;
  httpsPort: number;
  askPort: number;
  apiHost: string;
  api: string;
  redirector: string;
  operations: string;
};

export type Caddy = { log: () => string; close: () => Promise<void> };

function configOf({ folder, acme, httpPort, httpsPort, askPort }: CaddyOptions): string {
  const text = readFileSync(CADDYFILE, 'utf8');
  const authority = path.join(folder, 'acme.pem');
  writeFileSync(authority, acme.ca);
  const changes = [
    `acme_ca ${acme.url}`,
    `acme_ca_root ${authority}`,
    `http_port ${httpPort}`,
    `https_port ${httpsPort}`,
  ];
  if (text.split(ASK).length !== 3) throw new Error(`the Caddyfile asks elsewhere than at ${ASK}`);
  return text.replace(/^\{$/m, ['{', ...changes].join('\n\t')).replaceAll(ASK, `127.0.0.1:${askPort}`);
}

export async function startCaddy(options: CaddyOptions): Promise<Caddy> {
  const { program, folder, apiHost, api, redirector, operations, httpPort } = options;
  const config = path.join(folder, 'Caddyfile');
  writeFileSync(config, configOf(options));
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', config], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      KURZ_ACME_EMAIL: 'operator@kurz.example',
      KURZ_API_HOST: apiHost,
      KURZ_API: api,
      KURZ_REDIRECTOR: redirector,
      KURZ_API_OPERATIONS: operations,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'close');
  await until(
    () =>
      child.exitCode !== null
        ? Promise.resolve(true)
        : fetch(`http://127.0.0.1:${httpPort}/`, { headers: { host: apiHost }, redirect: 'manual' }).then(
            () => true,
            () => false,
          ),
    { what: 'Caddy answers' },
  );
  if (child.exitCode !== null) throw new Error(`Caddy ended: ${log}`);
  return {
    log: () => log,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
