// What an admin command works with, wherever the installation lies.

import type { AuditActor, ReadLinkCounts, WriteClickRows } from '@kurz/api';
import type { KafkaOptions, TopicSettings } from '@kurz/click-stream';
import type { ClickHouseOptions, OneOrMore } from '@kurz/click-tables';
import type { Db } from '@kurz/database';

/** The peppers of a stopped embedded product, in its data folder. */
export type PepperFile = {
  /** `old`: while a rotation is under way. */
  read: () => { tokenPepper: string; old?: { tokenPepper: string; rotatedAt: Date } };
  /** A new pepper beside the one until now. */
  rotate: (now: Date) => void;
  /** Without the old one. */
  retire: () => void;
};

/** The embedded product, which counts visits from elsewhere by itself. */
export type EmbeddedProduct = {
  /** Folder of the journals that its ingester reads beside the live one. */
  importsFolder: string;
  /** Counts them while the product is stopped; resolves with the way to stop. Undefined while it runs. */
  startCounting?: () => Promise<() => Promise<void>>;
  /** Undefined while it runs. */
  pepper?: PepperFile;
};

/** Where visits from elsewhere go on servers: into the click stream. */
export type ServerStream = {
  /** Undefined where the settings name no Kafka. */
  kafka: KafkaOptions | undefined;
  topic: string;
  /** Folder of the journals in which imported visits wait for Kafka. */
  importsFolder: string;
};

/** Where the other stores are; what the settings leave out is undefined. */
export type StoreServers = {
  redisUrl?: string;
  kafka?: KafkaOptions;
  topics: TopicSettings;
  clickHouses?: OneOrMore<ClickHouseOptions>;
};

export type OpenedConnection = {
  db: Db;
  /** Undefined where the settings of servers say none. */
  tokenPepper: string | undefined;
  /** Only of an embedded product. */
  embedded?: EmbeddedProduct;
  /** Only of an installation on servers. */
  stream?: ServerStream;
  /** Likewise. */
  servers?: StoreServers;
  /** What addresses of the web app begin with, without a slash at the end; undefined where no setting says it. */
  appUrl: () => Promise<string | undefined>;
  /** The counts that ClickHouse has. Undefined where the settings name no ClickHouse. */
  readLinkCounts?: ReadLinkCounts;
  /** Stores counts in ClickHouse. Undefined where the settings name none. */
  writeClickRows?: WriteClickRows;
  /** Makes changed links and zones known to the running product, so that they count at once; nothing when it is stopped. */
  applyChanges: () => Promise<void>;
  close: () => Promise<void>;
};

export type AdminConnection = OpenedConnection & {
  /** The command, as the audit log names it. */
  by: AuditActor;
};

export type AdminConnecting =
  | { kind: 'connected'; connection: OpenedConnection }
  /** Another process holds the data folder and neither becomes ready nor lets go of it. */
  | { kind: 'in_use'; pid: number | undefined }
  /** The settings name no server, and this program holds no embedded product. */
  | { kind: 'no_servers' };

/** A command may wait for what a request may not. */
export const UNHURRIED = { maxConnections: 4, statementTimeoutMs: 0, connectionTimeoutMs: 30_000 };
