// What an admin command works with, wherever the installation lies.

import type { AuditActor, ReadLinkCounts } from '@kurz/api';
import type { KafkaOptions } from '@kurz/click-stream';
import type { Database, Db } from '@kurz/database';
import type { DataFolder } from '../data-folder/data-folder';
import type { HolderStatus } from '../data-folder/holder-status';

export type RunningPostgres = NonNullable<HolderStatus['postgres']>;

/** The embedded product's own stores. */
export type EmbeddedStores = {
  database: Database;
  /** Where PostgreSQL listens. */
  postgres: RunningPostgres;
  folder: DataFolder;
  isProductRunning: boolean;
};

/** Where visits from elsewhere go on servers: into the click stream. */
export type ServerStream = {
  /** Undefined where the settings name no Kafka. */
  kafka: KafkaOptions | undefined;
  topic: string;
  /** Folder of the journals in which imported visits wait for Kafka. */
  importsFolder: string;
};

export type OpenedConnection = {
  db: Db;
  /** Undefined where the settings of servers say none. */
  tokenPepper: string | undefined;
  /** Only of an embedded product. */
  embedded?: EmbeddedStores;
  /** Only of an installation on servers. */
  stream?: ServerStream;
  /** The counts that ClickHouse has. Undefined where the settings name no ClickHouse. */
  readLinkCounts?: ReadLinkCounts;
  /** Makes changed links and zones known to the running product, so that they count at once; nothing when it is stopped. */
  applyChanges: () => Promise<void>;
  close: () => Promise<void>;
};

export type AdminConnection = OpenedConnection & {
  /** The command, as the audit log names it. */
  by: AuditActor;
};

/** A command may wait for what a request may not. */
export const UNHURRIED = { maxConnections: 4, statementTimeoutMs: 0, connectionTimeoutMs: 30_000 };
