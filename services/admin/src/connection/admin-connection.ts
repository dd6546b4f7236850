// The connection that an admin command works with, whether the installation is embedded or on servers.

import type { AuditActor, ReadLinkCounts, WriteClickRows } from '@kurz/api';
import type { KafkaOptions, TopicSettings } from '@kurz/click-stream';
import type { ClickHouseOptions, OneOrMore } from '@kurz/click-tables';
import type { Db } from '@kurz/database';

/** The peppers of a stopped embedded product, in its data folder. */
export type PepperFile = {
  /** `old`: the previous pepper, during a rotation. */
  read: () => { tokenPepper: string; old?: { tokenPepper: string; rotatedAt: Date } };
  /** Makes a new pepper and keeps the previous one beside it. */
  rotate: (now: Date) => void;
  /** Removes the old pepper. */
  retire: () => void;
};

/** The embedded product, which counts imported visits itself. */
export type EmbeddedProduct = {
  /** Folder of the journals that its ingester reads beside the live one. */
  importsFolder: string;
  /** Counts a stopped product's imports. Resolves with the function that stops it. Undefined while the product runs. */
  startCounting?: () => Promise<() => Promise<void>>;
  /** Undefined while the product runs. */
  pepper?: PepperFile;
};

/** The click stream, into which imported visits go on servers. */
export type ServerStream = {
  /** Undefined when the settings name no Kafka. */
  kafka: KafkaOptions | undefined;
  topic: string;
  /** Folder of the journals in which imported visits wait for Kafka. */
  importsFolder: string;
};

/** The other stores' addresses; undefined for a store that the settings do not name. */
export type StoreServers = {
  redisUrl?: string;
  kafka?: KafkaOptions;
  topics: TopicSettings;
  clickHouses?: OneOrMore<ClickHouseOptions>;
};

export type OpenedConnection = {
  db: Db;
  /** Undefined when the settings of an installation on servers have none. */
  tokenPepper: string | undefined;
  /** Only for an embedded product. */
  embedded?: EmbeddedProduct;
  /** Only for an installation on servers. */
  stream?: ServerStream;
  /** Only for an installation on servers, too. */
  servers?: StoreServers;
  /** The base URL of the web app, without a trailing slash; undefined when no setting has it. */
  appUrl: () => Promise<string | undefined>;
  /** Reads counts from ClickHouse. Undefined when the settings name no ClickHouse. */
  readLinkCounts?: ReadLinkCounts;
  /** Stores counts in ClickHouse. Undefined when the settings name no ClickHouse. */
  writeClickRows?: WriteClickRows;
  /** Publishes changed links and zones to the running product, so that they take effect at once. No-op without one. */
  applyChanges: () => Promise<void>;
  close: () => Promise<void>;
};

export type AdminConnection = OpenedConnection & {
  /** The command, as the audit log names it. */
  by: AuditActor;
};

export type AdminConnecting =
  | { kind: 'connected'; connection: OpenedConnection }
  /** Another process holds the data folder, and neither becomes ready nor releases it. */
  | { kind: 'in_use'; pid: number | undefined }
  /** The settings name no server, and this program holds no embedded product. */
  | { kind: 'no_servers' };

/** A command may wait longer than a request. */
export const ADMIN_DATABASE_OPTIONS = {
  maxConnections: 4,
  statementTimeoutMs: 0,
  connectionTimeoutMs: 30_000,
};
