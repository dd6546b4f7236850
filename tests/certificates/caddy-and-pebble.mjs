// Caddy and Pebble for the tests of certificates, of pinned versions, in the user's cache.

import { goPrograms } from '../go-programs.mjs';

const { built, build } = goPrograms('certificates-caddy-2.10.2-pebble-2.10.3', [
  'github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.3',
  // the version of docker-compose.yml
  'github.com/caddyserver/caddy/v2/cmd/caddy@v2.10.2',
]);

/** The folder with the programs `caddy` and `pebble`; undefined where they are not built. */
export const certificateTools = built;

/** Builds what is missing; `refusal` says why that cannot be. */
export const buildCertificateTools = build;
