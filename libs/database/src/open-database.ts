// Opens a pool to PostgreSQL. Services take the Database; migrations take the same before anything serves.

import type { ConnectionOptions } from 'node:tls';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types as pgTypes, type CustomTypesConfig, type PoolConfig } from 'pg';
import { chooseServer, type ServerAddress } from './choose-server';
import { makeNamingPool } from './naming-pool';
import type { Tables } from './tables';

const OID_INT8 = 20;
const OID_DATE = 1082;

/** bigint as number (versions, hits and positions stay below 2^53); dates as `YYYY-MM-DD`, never as local midnight. */
const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown => {
    if (oid === OID_INT8) return Number;
    if (oid === OID_DATE) return String;
    return format === 'binary' ? pgTypes.getTypeParser(oid, format) : pgTypes.getTypeParser(oid);
  },
};

/** The client's time limit beyond the server's own statement timeout. */
const SILENCE_MS = 300;

/**
 * Longer than a transaction waits for another store between two statements; one that may wait for longer sets its own.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** TLS options of Node. */
export type DatabaseSsl = Pick<ConnectionOptions, 'rejectUnauthorized' | 'ca' | 'checkServerIdentity'>;

export type DatabaseOptions = {
  host: string;
  port: number;
  /** Other servers of the same cluster: of all of them the one that takes writes is used. */
  alternatives?: readonly ServerAddress[];
  database: string;
  user: string;
  password: string;
  /** How the connection is encrypted; default: not at all. */
  ssl?: DatabaseSsl;
  /**
   * A pooler in transaction mode is in front of the server, so no session is configured. Statements have no names, and
   * only the client limits their time; limits of the server must be set for the role. Default: false.
   */
  isPooled?: boolean;
  /** Most connections at once; default 10. */
  maxConnections?: number;
  /**
   * Longest time of a statement, ms; default 2,300, so that a refusal comes within 3 s; 0: no limit (migrations, the
   * admin command).
   */
  statementTimeoutMs?: number;
  /** Longest wait for a connection, a free one of the pool or a new one, ms; default 2,000. */
  connectionTimeoutMs?: number;
  /** Receives errors of idle connections, such as a lost server. */
  onError?: (error: Error) => void;
};

export type Db = Kysely<Tables>;

export type Database = {
  db: Db;
  pool: Pool;
  close: () => Promise<void>;
};

/** Opens a pool; connects lazily, so it never throws for an absent server. */
export function openDatabase(options: DatabaseOptions): Database {
  const { host, port, alternatives = [], isPooled = false } = options;
  const { statementTimeoutMs = 2_300, connectionTimeoutMs = 2_000 } = options;
  const choice = alternatives.length > 0 ? chooseServer([{ host, port }, ...alternatives]) : undefined;
  // a pooler refuses these parameters of a session
  const sessionLimits = isPooled
    ? {}
    : {
        statement_timeout: statementTimeoutMs,
        // a process that was frozen in the middle of a transaction must not keep its locks
        idle_in_transaction_session_timeout: statementTimeoutMs === 0 ? undefined : IDLE_IN_TRANSACTION_MS,
      };
  const config: PoolConfig = {
    host,
    port,
    ...choice?.config,
    database: options.database,
    user: options.user,
    password: options.password,
    ssl: options.ssl,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    ...sessionLimits,
    // the server's own limit is no use once the server has fallen silent
    query_timeout: statementTimeoutMs === 0 ? undefined : statementTimeoutMs + SILENCE_MS,
    types: typeParsers,
  };
  const pool = new Pool(config);
  pool.on('error', (error) => options.onError?.(error));
  // The pool listens to idle connections only. Without a listener, one lost between two statements would end the
  // process. The next statement on it fails, and the pool then discards the connection.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // a silent server takes the whole time of one attempt
  const connect = () =>
    choice ? choice.connect(() => pool.connect(), connectionTimeoutMs / 2) : pool.connect();
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: makeNamingPool(pool, { isPooled, connect }) }),
  });
  return { db, pool, close: () => db.destroy() };
}
