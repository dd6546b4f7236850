// What an admin command works with, wherever the installation lies.

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

export type AdminConnection = {
  db: Db;
  /** Undefined where the settings of servers say none. */
  tokenPepper: string | undefined;
  /** Only of an embedded product. */
  embedded?: EmbeddedStores;
  /** Makes changed links and zones known to the running product, so that they count at once; nothing when it is stopped. */
  applyChanges: () => Promise<void>;
  close: () => Promise<void>;
};

/** A command may wait for what a request may not. */
export const UNHURRIED = { maxConnections: 4, statementTimeoutMs: 0, connectionTimeoutMs: 30_000 };
