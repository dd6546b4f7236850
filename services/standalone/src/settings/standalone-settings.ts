// The embedded product's settings, from the environment. Paths are relative to the checkout, so that the product and
// the admin command mean the same folder, whatever their working directory.

import path from 'node:path';
import { apiProperties, apiSettingsOf, appUrlOf } from '@kurz/api';
import { validateFile, LOG_LEVEL, PORT, readSettings, type SettingsProperties } from '@kurz/process';
import { REDIRECT_PROPERTIES } from '@kurz/redirector';
import { ownUrlOf } from '../http/own-address';

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');

const propertiesOf = (root: string) =>
  ({
    KURZ_PORT: { ...PORT, default: 3000 },
    KURZ_HOST: { type: 'string', default: '127.0.0.1' },
    KURZ_OPS_PORT: { ...PORT, optional: true },
    KURZ_OPS_HOST: { type: 'string', default: '127.0.0.1' },
    KURZ_DATA_DIR: { type: 'string', default: './data' },
    KURZ_LOG_LEVEL: { ...LOG_LEVEL, default: 'warn' },
    KURZ_GEO_DB: { type: 'string', optional: true, validate: validateFile(root) },
    ...apiProperties({ root, hasAppUrl: true }),
    ...REDIRECT_PROPERTIES,
  }) as const satisfies SettingsProperties;

export type StandaloneSettings = ReturnType<typeof readStandaloneSettings>;

/**
 * Reads `KURZ_…`; relative paths count from `root` (the checkout).
 * @throws SettingsError with every fault.
 */
export function readStandaloneSettings(
  environment: Record<string, string | undefined>,
  root: string = CHECKOUT,
) {
  const variables = readSettings(propertiesOf(root), environment);
  const { KURZ_PORT: port, KURZ_OPS_PORT: opsPort, KURZ_GEO_DB: geoFile } = variables;
  const { KURZ_HOST: host } = variables;
  const appUrl = appUrlOf(variables.KURZ_APP_URL ?? ownUrlOf({ host, port }));
  return Object.freeze({
    port,
    host,
    /** The address of the operations server; undefined: there is none. */
    ops: opsPort === undefined ? undefined : { host: variables.KURZ_OPS_HOST, port: opsPort },
    dataDirectory: path.resolve(root, variables.KURZ_DATA_DIR),
    logLevel: variables.KURZ_LOG_LEVEL,
    /** Number of proxies in front that append to X-Forwarded-For. */
    trustedProxies: variables.KURZ_TRUSTED_PROXIES,
    /** An mmdb file that replaces the bundled country data. */
    geoFile: geoFile === undefined ? undefined : path.resolve(root, geoFile),
    /** The base URL of the web app, without a trailing slash. */
    appUrl,
    api: apiSettingsOf(variables, { root, appUrl }),
    /** A power cut loses at most the visits of this time, ms. 0 loses none, and is slower. */
    fsyncMs: variables.KURZ_FSYNC_MS,
    journalMaxBytes: variables.KURZ_JOURNAL_MAX_BYTES,
    /** How long one segment of the journal takes visits, ms. Counted visits are removed when it has ended. */
    journalRollMs: variables.KURZ_JOURNAL_ROLL_MS,
    /** When false, plain requests for short links go through node:http as well. */
    isFastPathOn: variables.KURZ_FAST_PATH,
  });
}
