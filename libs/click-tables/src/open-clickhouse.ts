// Opens ClickHouse: a server over HTTP, or the engine inside this process. Everything relied on is pinned here,
// because the engine's defaults moved between versions.

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
      /** The cluster that the server is a replica of (one shard); none: a single node. */
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

/** One for each shard, by its number from 0 on; most installations have one. */
export type ClickHouses = OneOrMore<ClickHouse>;

const PINNED: ClickHouseSettings = {
  // room for 4 million ids of links, or as many partitions of the stream, that a statement names
  max_query_size: '100000000',
  async_insert: 0,
  mutations_sync: '2',
  lightweight_deletes_sync: '2',
  max_partitions_per_insert_block: '100',
  output_format_json_quote_64bit_integers: 0,
  date_time_input_format: 'basic',
  // an error in the middle of an answer breaks it; until 25.10 the default is a row of JSON that says so
  http_write_exception_in_output_format: 0,
};

/** An insert is answered when most replicas have it: what is acknowledged outlives the loss of one. */
const PINNED_ON_CLUSTER: ClickHouseSettings = { ...PINNED, insert_quorum: 'auto', insert_quorum_parallel: 1 };

/** Each statement names the database. One that the address names has to be there before `migrate` makes it. */
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

/** As openClickHouse() does, in their order. */
export const openClickHouses = ([first, ...others]: OneOrMore<ClickHouseOptions>): ClickHouses => [
  openClickHouse(first),
  ...others.map(openClickHouse),
];
