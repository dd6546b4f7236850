// The embedded product: all three services and both stores in one process over one data folder. Prints nothing: the
// outcome says how the start ended.

import { setTimeout as sleep } from 'node:timers/promises';
import { readLinkCounts, type LinkCountsPage } from '@kurz/api';
import { insertRows, type ClickTable } from '@kurz/click-tables';
import {
  connectionsWithinFiles,
  makeClosing,
  serveOperations,
  runHealthChecks,
  type Clock,
  type Closing,
  type Log,
  type Metrics,
} from '@kurz/process';
import { redirectServerOptions } from '@kurz/redirector';
import { openDataFolder, type DataFolder } from './data-folder/data-folder';
import type { OwnerStatus } from './data-folder/owner-status';
import { lockDataFolder } from './data-folder/lock-data-folder';
import { openSecrets } from './data-folder/secrets';
import { formerSocketPathOf, socketPathOf } from './data-folder/socket-path';
import { answerClientError } from './http/answer-client-error';
import { makeHealth } from './http/make-health';
import { hostAliasesOf, localDomainOf, ownUrlOf } from './http/own-address';
import { makeIsOwnRoot } from './http/own-root';
import { refusalOf, type PortRefusal } from './http/port-refusal';
import { MAX_CONNECTIONS, serveHttp } from './http/serve-http';
import { beginFirstStart, endFirstStart, type FirstStart } from './installation/first-start';
import { ensureLocalZone } from './installation/local-zone';
import { signInOf, type SignIn } from './installation/sign-in-address';
import type { StandaloneSettings } from './settings/standalone-settings';
import { startServices, type Services } from './start-services';
import { startStores, type Stores } from './stores/start-stores';

export type StandaloneDeps = {
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Shows progress in the terminal. */
  say: (text: string) => void;
};

export type Standalone = {
  kind: 'started';
  url: string;
  dataDirectory: string;
  /** The shared zone's name before this start, when the port has changed. */
  formerDomain: string | undefined;
  /** Only on the first start. Call `shown` when the token has been printed; until then it remains the first start. */
  firstStart: (FirstStart & { shown: () => Promise<void> }) | undefined;
  /** How to get into the web app, such as the one-time address of a first start; undefined without the web app. */
  signIn: SignIn | undefined;
  /** Accepts no more requests, answers those in flight, writes everything to the disk and stops the stores. */
  close: () => Promise<void>;
};

export type StartOutcome =
  | Standalone
  | { kind: 'data_folder_in_use'; dataDirectory: string; owner: OwnerStatus | undefined }
  /** `ops`: the port of the operations server. */
  | { kind: 'port_refused'; of: 'product' | 'ops'; reason: PortRefusal };

/** The state that the data folder's socket and the health answers report. Filled in as the parts come up. */
type Parts = { state: OwnerStatus['state']; stores?: Stores; services?: Services };

const COMMAND_MS = 20_000;
const LOOK_AGAIN_MS = 100;

function actionsOf(parts: Parts) {
  return {
    status: (): OwnerStatus => ({ pid: process.pid, state: parts.state, postgres: parts.stores?.postgres }),
    'apply-changes': async () => {
      await parts.services?.api.relayOutbox();
    },
    erase: () => parts.services?.ingester.triggerErasures(),
    'read-link-counts': (page: LinkCountsPage) => {
      if (!parts.stores) throw new Error('the stores are not there yet');
      const { database, clickHouse } = parts.stores;
      return readLinkCounts({ db: database.db, clickHouse }, page);
    },
    'write-click-rows': (table: ClickTable, lines: Buffer) => {
      if (!parts.stores) throw new Error('the stores are not there yet');
      return insertRows(parts.stores.clickHouse, table, lines);
    },
  };
}

function checksOf({ state, stores, services }: Parts) {
  if (state !== 'running' || !stores || !services) return undefined;
  return {
    postgres: async () => (await stores.database.pool.query('SELECT 1')).rowCount === 1,
    clickHouse: async () => (await stores.clickHouse.client.ping({ select: true })).success,
    redirector: services.redirector.isReady,
  };
}

/** The hosts by which browsers address the product: the names of this machine, and the host of links in mails. */
function ownHosts(settings: StandaloneSettings): ReadonlySet<string> {
  const aliases = hostAliasesOf(settings);
  const names = [...Object.keys(aliases), ...Object.values(aliases), new URL(settings.appUrl).host];
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Listens only when the settings name a port. Returns why it cannot listen; undefined when nothing is wrong. */
async function openOperations(
  parts: Parts,
  { log, metrics }: StandaloneDeps,
  { ops }: StandaloneSettings,
  closing: Closing,
): Promise<PortRefusal | undefined> {
  if (!ops) return undefined;
  const checks = async () => {
    const asked = checksOf(parts);
    return asked ? runHealthChecks(asked) : { running: false };
  };
  try {
    const operations = await serveOperations({ metrics, log, checks }, ops);
    closing.add('operations', operations.close);
    return undefined;
  } catch (error) {
    const reason = refusalOf(error);
    if (reason) return reason;
    throw error;
  }
}

/** Waits for an admin command on the stopped product, which is soon over. Does not wait for another product. */
async function takeLock(directory: string, actions: ReturnType<typeof actionsOf>) {
  const [socketPath, former] = [socketPathOf(directory), formerSocketPathOf(directory)];
  for (const end = Date.now() + COMMAND_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const lock = await lockDataFolder(socketPath, actions, former);
    if (lock.kind === 'locked' || lock.owner?.state !== 'command' || Date.now() >= end) return lock;
  }
}

async function startParts(
  parts: Parts,
  folder: DataFolder,
  closing: Closing,
  deps: StandaloneDeps,
  settings: StandaloneSettings,
) {
  const { tokenPepper, oldTokenPepper, postgresPassword } = openSecrets(folder);
  deps.say('starting PostgreSQL and ClickHouse');
  const stores = await startStores({ folder, postgresPassword, log: deps.log, closing });
  parts.stores = stores;
  const { db } = stores.database;
  const { formerDomain } = await ensureLocalZone(db, localDomainOf(settings));
  const firstStart = await beginFirstStart(db, tokenPepper);
  parts.services = await startServices(
    { ...deps, stores, folder, tokenPepper, oldTokenPepper, closing },
    settings,
  );
  const { appUrl } = settings;
  const isFirst = firstStart !== undefined;
  const now = new Date(deps.clock.now());
  return {
    formerDomain,
    signIn: parts.services.api.hasApp ? await signInOf(db, { isFirst, appUrl, now }) : undefined,
    firstStart: firstStart && { ...firstStart, shown: () => endFirstStart(db, firstStart) },
  };
}

/** Starts the product. A failure that a person can fix is an outcome, any other throws; nothing is left running. */
export async function startStandalone(
  deps: StandaloneDeps,
  settings: StandaloneSettings,
): Promise<StartOutcome> {
  const closing = makeClosing((name, error) =>
    deps.log.error({ event: 'close_failed', name, error: String(error) }),
  );
  const parts: Parts = { state: 'starting' };
  const folder = openDataFolder(settings.dataDirectory);
  const dataDirectory = folder.directory;
  const lock = await takeLock(dataDirectory, actionsOf(parts));
  if (lock.kind === 'in_use') return { kind: 'data_folder_in_use', dataDirectory, owner: lock.owner };
  closing.add('lock', lock.release);
  try {
    const maxConnections = connectionsWithinFiles(deps, MAX_CONNECTIONS);
    const listening = await serveHttp(
      { health: makeHealth(() => checksOf(parts)), clientError: answerClientError },
      { host: settings.host, port: settings.port, server: redirectServerOptions, maxConnections },
    );
    if (listening.kind === 'refused') {
      await closing.close();
      return { kind: 'port_refused', of: 'product', reason: listening.reason };
    }
    const { http } = listening;
    closing.add('http', http.drain);
    const refusal = await openOperations(parts, deps, settings, closing);
    if (refusal) {
      await closing.close();
      return { kind: 'port_refused', of: 'ops', reason: refusal };
    }
    const started = await startParts(parts, folder, closing, deps, settings);
    const { api, redirector } = parts.services ?? {};
    if (api && redirector) {
      const addFastPath = settings.isFastPathOn ? redirector.addFastPath : undefined;
      const isOwnRoot = api.hasApp ? makeIsOwnRoot(ownHosts(settings)) : undefined;
      http.open({ api: api.handle, redirector: redirector.handle, addFastPath, isOwnRoot });
    }
    parts.state = 'running';
    const close = async () => {
      parts.state = 'stopping';
      // in parallel, so that both stay within the time limit of a stop
      await Promise.all([http.drain(), parts.services?.ingester.close()]);
      await closing.close();
    };
    return { kind: 'started', url: ownUrlOf(settings), dataDirectory, ...started, close };
  } catch (error) {
    await closing.close();
    throw error;
  }
}
