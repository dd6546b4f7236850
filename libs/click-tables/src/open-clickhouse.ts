// Opens ClickHouse: a server over HTTP, or the engine inside this process. Settings that the code relies on are
// pinned here, because the engine's defaults changed between versions.

import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  type ClickHouseSettings,
} from '@clickhouse/client';

export type ClickHouseOptions =
  /** A server. `database` must exist or be creatable by the migrations. */
  | {
      kind: 'server';
      url: string;
      username?: string;
      password?: string;
      database: string;
      /** The cluster that the server is a replica of (one shard); undefined for a single node. */
      cluster?: string;
      requestTimeoutMs?: number;
    }
  /** The engine in this process, as the embedded product opens it. */
  | {
      kind: 'embedded';
      connection: NonNullable<ClickHouseClientConfigOptions['connection']>;
      database: string;
    };

export type ClickHouse = {
  client: ClickHouseClient;
  database: string;
  cluster?: string;
  close: () => Promise<void>;
};

export type OneOrMore<T> = readonly [T, ...T[]];

/** One per shard, by its number from 0; most installations have one. */
export type ClickHouses = OneOrMore<ClickHouse>;

const PINNED: ClickHouseSettings = {
  // room for 4 million link ids, or as many stream partitions, in one statement
  max_query_size: '100000000',
  async_insert: 0,
  mutations_sync: '2',
  lightweight_deletes_sync: '2',
  max_partitions_per_insert_block: '100',
  output_format_json_quote_64bit_integers: 0,
  date_time_input_format: 'basic',
  // an error in the middle of a response breaks it off; until 25.10 the default is a JSON row with the error
  http_write_exception_in_output_format: 0,
};

/** An insert is answered when most replicas have it, so acknowledged rows survive the loss of one. */
const PINNED_ON_CLUSTER: ClickHouseSettings = { ...PINNED, insert_quorum: 'auto', insert_quorum_parallel: 1 };

/** Each statement names the database. A database in the address would have to exist before `migrate` creates it. */
function withoutPath(url: string): URL {
  const address = new URL(url);
  address.pathname = '';
  return address;
}

/** Opens a client; a server is not contacted before the first call. */
export function openClickHouse(options: ClickHouseOptions): ClickHouse {
  // the caller gets the error; the client's own log would print it a second time
  const cluster = options.kind === 'server' ? options.cluster : undefined;
  const pinned = cluster === undefined ? PINNED : PINNED_ON_CLUSTER;
  const quiet = { clickhouse_settings: pinned, log: { level: ClickHouseLogLevel.OFF } };
  const client =
    options.kind === 'server'
      ? createClient({
          ...quiet,
          url: withoutPath(options.url),
          username: options.username,
          password: options.password,
          request_timeout: options.requestTimeoutMs ?? 30_000,
        })
      : createClient({
          ...quiet,
          connection: options.connection,
        });
  return { client, database: options.database, cluster, close: () => client.close() };
}

/** Opens a client for each of the options, in their order. */
export const openClickHouses = ([first, ...others]: OneOrMore<ClickHouseOptions>): ClickHouses => [
  openClickHouse(first),
  ...others.map(openClickHouse),
];
