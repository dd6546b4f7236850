// The statements of a migration's file as ClickHouse gets them, for a single server or a cluster.
//
// On a cluster (one shard, any number of replicas) definitions go to every replica by ON CLUSTER, and the tables
// replicate changes of their rows. So inserts, deletes and REPLACE PARTITION are sent to one replica and never ON
// CLUSTER: each replica would do them again.

export type TableLocation = {
  database: string;
  /** Name of the cluster in the servers' `remote_servers`, or a macro in braces; undefined: a single node. */
  cluster?: string;
};

/** A single node flushes each insert to the disk itself; a cluster relies on its replicas. */
const SINGLE_NODE_SETTINGS = 'fsync_after_insert = 1, fsync_part_directory = 1';

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

const onCluster = ({ cluster }: TableLocation) =>
  cluster === undefined ? '' : ` ON CLUSTER ${quoted(cluster)}`;

/** Path and name in Keeper are the servers' `default_replica_path` and `default_replica_name`. */
const engineOf = ({ cluster }: TableLocation) =>
  cluster === undefined ? 'ReplacingMergeTree' : 'ReplicatedReplacingMergeTree';

function locate(statement: string, location: TableLocation): string {
  return statement
    .replace('{engine}', engineOf(location))
    .replace(
      /\s*SETTINGS \{settings\}/,
      location.cluster === undefined ? ` SETTINGS ${SINGLE_NODE_SETTINGS}` : '',
    )
    .replace(
      /^CREATE TABLE (\w+)/,
      `CREATE TABLE IF NOT EXISTS ${location.database}.$1${onCluster(location)}`,
    )
    .replace(/^(ALTER TABLE|DROP TABLE IF EXISTS) (\w+)/, `$1 ${location.database}.$2${onCluster(location)}`);
}

export function migrationStatements(sql: string, location: TableLocation): string[] {
  return sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => locate(statement, location));
}

/** Statements for the database and the table of migrations, which come before the first migration. */
export const groundStatements = (location: TableLocation): string[] => [
  `CREATE DATABASE IF NOT EXISTS ${location.database}${onCluster(location)}`,
  ...migrationStatements(
    `CREATE TABLE migrations (name String, applied_at DateTime DEFAULT now())
     ENGINE = {engine} ORDER BY name SETTINGS {settings}`,
    location,
  ),
];
