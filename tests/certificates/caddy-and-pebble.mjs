// Caddy and Pebble for the tests of certificates, of pinned versions, in the user's cache.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Caddy as docker-compose.yml has it. */
const CADDY = 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.10.2';
const PEBBLE = 'github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1';

const CACHE = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
const FOLDER = path.join(CACHE, 'kurz', 'certificates-caddy-2.10.2-pebble-2.10.1');
const BUILD_MS = 1_800_000;

/** The folder with the programs `caddy` and `pebble`; undefined where they are not built. */
export const certificateTools = () =>
  ['caddy', 'pebble'].every((program) => existsSync(path.join(FOLDER, program))) ? FOLDER : undefined;

/** Builds what is missing; `refusal` says why that cannot be. */
export function buildCertificateTools() {
  if (certificateTools()) return {};
  if (spawnSync('go', ['version']).status !== 0)
    return { refusal: 'there is no Go to build Caddy and Pebble' };
  mkdirSync(FOLDER, { recursive: true });
  for (const source of [PEBBLE, CADDY]) {
    console.log(`building ${source} …`);
    const { status, stderr, error } = spawnSync('go', ['install', source], {
      env: { ...process.env, GOBIN: FOLDER },
      encoding: 'utf8',
      timeout: BUILD_MS,
    });
    if (status !== 0)
      return { refusal: `${source} cannot be built: ${(error?.message ?? stderr).slice(-300)}` };
  }
  return {};
}
