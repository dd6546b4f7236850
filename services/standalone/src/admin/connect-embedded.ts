// Opens the embedded product for an admin command: PostgreSQL and the socket of a running product, or the stores of a
// stopped one, which are started for the duration of the command.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  applyThrough,
  countsOf,
  ADMIN_DATABASE_OPTIONS,
  type AdminConnecting,
  type OpenedConnection,
} from '@kurz/admin';
import { migrateClickTables, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { migrateDatabase, openDatabase, type Database, type Db } from '@kurz/database';
import { DAY_MS, makeClosing, openedOrClosed, type Log } from '@kurz/process';
import { embeddedConnection } from '../clickhouse/embedded-connection';
import { countWhileStopped } from '../counting/count-while-stopped';
import { requestFromOwner } from '../data-folder/request-from-owner';
import { requestLinkCounts } from '../data-folder/request-link-counts';
import { assertCountsAreThere } from '../data-folder/assert-nothing-counted';
import { sendClickRows } from '../data-folder/send-click-rows';
import { openDataFolder, type DataFolder } from '../data-folder/data-folder';
import type { OwnerServers, OwnerStatus } from '../data-folder/owner-status';
import { lockDataFolder, type DataFolderLock } from '../data-folder/lock-data-folder';
import { openSecrets } from '../data-folder/secrets';
import { formerSocketPathOf, socketPathOf } from '../data-folder/socket-path';
import { localDomainOf } from '../http/own-address';
import { readLocalDomain } from '../installation/local-zone';
import { startEmbeddedPostgres } from '../postgres/start-embedded-postgres';
import { readStandaloneSettings, type StandaloneSettings } from '../settings/standalone-settings';
import { pepperFileOf } from './pepper-file';

type RunningPostgres = NonNullable<OwnerStatus['postgres']>;

/** A product that starts for the first time takes some seconds; another admin command two or three. */
const LOCK_TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 100;

/** As `npm run stack` makes them, on one broker. */
const STACK_TOPICS = {
  deadTopic: 'kurz.clicks.dead',
  partitions: 12,
  replication: 1,
  retentionMs: 7 * DAY_MS,
};

const kafkaOf = ({ kafkaBrokers, kafkaClient }: OwnerServers) => ({
  brokers: kafkaBrokers,
  client: kafkaClient,
  clientId: 'kurz-admin',
});

type FolderAccess =
  | { kind: 'beside'; postgres: RunningPostgres; servers: OwnerServers | undefined }
  | Extract<DataFolderLock, { kind: 'locked' }>;

/** Waits until the folder is free, or until the product that holds it is running. */
async function waitForFolder(
  socketPath: string,
  former: string | undefined,
): Promise<FolderAccess | Extract<AdminConnecting, { kind: 'in_use' }>> {
  const actions = {
    status: () => ({ pid: process.pid, state: 'command' as const }),
    'apply-changes': () => Promise.resolve(),
    erase: () => undefined,
  };
  for (const end = Date.now() + LOCK_TIMEOUT_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const lock = await lockDataFolder(socketPath, actions, former);
    if (lock.kind === 'locked') return lock;
    const { owner } = lock;
    if (owner?.state === 'running' && owner.postgres) {
      return { kind: 'beside', postgres: owner.postgres, servers: owner.servers };
    }
    if (owner === undefined || Date.now() >= end) return { kind: 'in_use', pid: owner?.pid };
  }
}

/**
 * The web app's address. By default it is the running stack's, else it has the port of the last start, whatever port
 * the command's environment names.
 */
async function appUrlOf(db: Db, { appUrl, port }: StandaloneSettings, ofServers?: string): Promise<string> {
  if (appUrl !== `http://${localDomainOf({ port })}`) return appUrl;
  if (ofServers !== undefined) return ofServers;
  const domain = await readLocalDomain(db);
  return domain === undefined ? appUrl : `http://${domain}`;
}

function connectBeside(
  folder: DataFolder,
  { postgres, servers }: Extract<FolderAccess, { kind: 'beside' }>,
  socketPath: string,
  settings: StandaloneSettings,
  log: Log,
): OpenedConnection {
  const secrets = openSecrets(folder);
  const closing = makeClosing();
  const database = openDatabase({
    ...postgres,
    password: secrets.postgresPassword,
    ...ADMIN_DATABASE_OPTIONS,
  });
  closing.add('database', database.close);
  const url = servers?.clickHouseUrl;
  const ofServers =
    url === undefined
      ? undefined
      : (): [ClickHouse] => [
          openClickHouse({ kind: 'server', url, database: 'kurz', requestTimeoutMs: 30_000 }),
        ];
  return {
    db: database.db,
    tokenPepper: secrets.tokenPepper,
    appUrl: () => appUrlOf(database.db, settings, servers?.appUrl),
    embedded: servers ? undefined : { importsFolder: folder.imports },
    stream: servers && {
      kafka: kafkaOf(servers),
      topic: servers.topic,
      importsFolder: folder.imports,
    },
    servers: servers && {
      redisUrl: servers.redisUrl,
      kafka: kafkaOf(servers),
      topics: { ...STACK_TOPICS, topic: servers.topic },
      clickHouses: url === undefined ? undefined : [{ kind: 'server', url, database: 'kurz' }],
    },
    ...(servers
      ? ofServers && countsOf(database.db, ofServers, closing)
      : {
          readLinkCounts: (page) => requestLinkCounts(socketPath, page),
          writeClickRows: (table, lines) => sendClickRows(socketPath, table, lines),
        }),
    applyChanges: async () => {
      if (servers) return applyThrough(servers.redisUrl, database.db, log);
      // when this fails, the product's own loop applies the changes within a second
      await requestFromOwner(socketPath, 'apply-changes', 10_000);
    },
    close: closing.close,
  };
}

async function openStoppedClickHouse(database: Database, folder: DataFolder): Promise<[ClickHouse]> {
  await assertCountsAreThere(database, folder.clickHouse);
  const connection = embeddedConnection(folder.clickHouse);
  const clickHouse = openClickHouse({ kind: 'embedded', connection, database: 'kurz' });
  await migrateClickTables(clickHouse);
  return [clickHouse];
}

const connectAlone = (
  folder: DataFolder,
  release: () => void,
  settings: StandaloneSettings,
  log: Log,
): Promise<OpenedConnection> =>
  openedOrClosed(async (closing) => {
    closing.add('lock', release);
    const secrets = openSecrets(folder);
    const postgres = await startEmbeddedPostgres({
      directory: folder.postgres,
      password: secrets.postgresPassword,
      log,
    });
    closing.add('postgres', postgres.close);
    const database = openDatabase({ ...postgres.options, ...ADMIN_DATABASE_OPTIONS });
    closing.add('database', database.close);
    await migrateDatabase(database.pool);
    return {
      db: database.db,
      tokenPepper: secrets.tokenPepper,
      appUrl: () => appUrlOf(database.db, settings),
      embedded: {
        importsFolder: folder.imports,
        startCounting: () =>
          countWhileStopped({ database, postgres: postgres.options, folder }, settings, log),
        pepper: pepperFileOf(folder),
      },
      ...countsOf(database.db, () => openStoppedClickHouse(database, folder), closing),
      applyChanges: () => Promise.resolve(),
      close: closing.close,
    };
  });

/** Connects to the data folder of the settings, which is made when missing. */
async function connectEmbedded(settings: StandaloneSettings, log: Log): Promise<AdminConnecting> {
  const folder = openDataFolder(settings.dataDirectory);
  const socketPath = socketPathOf(folder.directory);
  const access = await waitForFolder(socketPath, formerSocketPathOf(folder.directory));
  if (access.kind === 'in_use') return access;
  const connection =
    access.kind === 'beside'
      ? connectBeside(folder, access, socketPath, settings, log)
      : await connectAlone(folder, access.release, settings, log);
  return { kind: 'connected', connection };
}

/** Reads the settings and returns a function that connects to their data folder. Throws every fault of the settings. */
export function embeddedOf(environment: Record<string, string | undefined>) {
  const settings = readStandaloneSettings(environment);
  return (log: Log) => connectEmbedded(settings, log);
}
