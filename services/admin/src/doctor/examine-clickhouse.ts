// Examines ClickHouse: migrations, the tables themselves, its disks, and on a cluster whether this replica takes
// writes. With several shards it examines each, and whether its mark matches its position in the list.

import {
  missingClickMigrations,
  openClickHouse,
  readShardMark,
  type ClickHouse,
  type ClickHouseOptions,
} from '@kurz/click-tables';
import { findLacking, findShardCount, type Db } from '@kurz/database';
import { within } from '@kurz/resilience';
import { connectionFinding } from './connection-finding';
import { finding, type ClockOffset, type Examined, type Finding } from './finding';
import { CHECK_TIMEOUT_MS } from './examine-postgres';

const TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'];
const MIN_FREE = 0.1;

async function rowsOf<Row>({ client, database }: ClickHouse, query: string): Promise<Row[]> {
  const rows = await client.query({ query, query_params: { database }, format: 'JSONEachRow' });
  return rows.json<Row>();
}

async function findTables(clickHouse: ClickHouse): Promise<Finding[]> {
  const migrations = await missingClickMigrations(clickHouse);
  if (migrations.length > 0)
    return [finding('clickhouse_not_migrated', { migrations: migrations.join(', ') })];
  const query = 'SELECT name FROM system.tables WHERE database = {database:String}';
  const there = new Set((await rowsOf<{ name: string }>(clickHouse, query)).map(({ name }) => name));
  return TABLES.filter((table) => !there.has(table)).map((table) =>
    finding('clickhouse_table_missing', { table }),
  );
}

async function findDisks(clickHouse: ClickHouse): Promise<{ findings: Finding[]; freeGib: number }> {
  const query =
    'SELECT name, toFloat64(free_space) AS free, toFloat64(total_space) AS total FROM system.disks';
  const disks = await rowsOf<{ name: string; free: number; total: number }>(clickHouse, query);
  const full = disks.filter(({ free, total }) => total > 0 && free < MIN_FREE * total);
  return {
    findings: full.map(({ name, free, total }) =>
      finding('clickhouse_disk_full', { disk: name, percent: Math.round((100 * free) / total) }),
    ),
    freeGib: Math.round(Math.min(...disks.map(({ free }) => free)) / 1024 ** 3),
  };
}

async function findReplicas(clickHouse: ClickHouse): Promise<Finding[]> {
  if (clickHouse.cluster === undefined) return [];
  const query = 'SELECT table FROM system.replicas WHERE database = {database:String} AND is_readonly';
  const tables = await rowsOf<{ table: string }>(clickHouse, query);
  return tables.map((row) => finding('clickhouse_replica_read_only', row));
}

type Inspected = { seen: string; findings: Finding[]; clocks?: ClockOffset[] };

async function inspect(clickHouse: ClickHouse): Promise<Inspected> {
  const sentAt = Date.now();
  const [facts] = await rowsOf<{ version: string; now: number }>(
    clickHouse,
    'SELECT version() AS version, toFloat64(toUnixTimestamp64Milli(now64(3))) AS now',
  );
  const uncertainMs = (Date.now() - sentAt) / 2;
  const aheadMs = (facts?.now ?? 0) - sentAt - uncertainMs;
  const clock: ClockOffset = { name: 'ClickHouse', aheadMs, uncertainMs };
  const disks = await findDisks(clickHouse);
  const findings = [
    ...(await findTables(clickHouse)),
    ...disks.findings,
    ...(await findReplicas(clickHouse)),
  ];
  const seen = `ClickHouse ${facts?.version ?? ''}, ${disks.freeGib} GiB free`;
  return { seen, findings, clocks: [clock] };
}

async function findMisplacedShard(clickHouse: ClickHouse, number: number): Promise<Finding[]> {
  const mark = await readShardMark(clickHouse);
  if (mark === number) return [];
  const bears = mark === undefined ? 'none' : String(mark + 1);
  return [finding('clickhouse_shard_misplaced', { place: number + 1, bears })];
}

/** With several shards, each finding names its shard. */
const ofShard = (number: number, { seen, findings, clocks }: Inspected): Inspected => ({
  seen: `shard ${number + 1}: ${seen}`,
  findings: findings.map((one) => ({ ...one, what: `Shard ${number + 1}: ${one.what}` })),
  clocks: clocks?.map((clock) => ({ ...clock, name: `${clock.name}, shard ${number + 1}` })),
});

async function inspectShard(clickHouse: ClickHouse, number: number): Promise<Inspected> {
  const seen = ofShard(number, await inspect(clickHouse));
  // a shard without its tables has no mark either
  if (seen.findings.some(({ code }) => code === 'clickhouse_not_migrated')) return seen;
  return { ...seen, findings: [...seen.findings, ...(await findMisplacedShard(clickHouse, number))] };
}

async function examineOne(options: ClickHouseOptions, number: number, shards: number): Promise<Inspected> {
  const clickHouse = openClickHouse(options);
  try {
    return await within(
      CHECK_TIMEOUT_MS,
      shards > 1 ? inspectShard(clickHouse, number) : inspect(clickHouse),
    );
  } catch (error) {
    const away = { seen: 'ClickHouse', findings: [connectionFinding('clickhouse', error)] };
    return shards > 1 ? ofShard(number, away) : away;
  } finally {
    await clickHouse.close();
  }
}

/** What PostgreSQL knows: the number of shards, and for some shards the number of messages that they lack. */
type KnownShards = { shards: number; lacking: ReadonlyMap<number, number> };

export async function findKnownShards(db: Db): Promise<KnownShards> {
  return { shards: await findShardCount(db), lacking: await findLacking(db) };
}

/** `known`: undefined while PostgreSQL does not answer. */
export async function examineClickHouse(
  shards: readonly ClickHouseOptions[],
  known: Promise<KnownShards | undefined>,
): Promise<Examined> {
  const seen = await Promise.all(shards.map((options, number) => examineOne(options, number, shards.length)));
  const { shards: recorded = shards.length, lacking = [] } = (await known) ?? {};
  const counted =
    recorded === shards.length
      ? []
      : [finding('clickhouse_shards_differ', { named: shards.length, known: recorded })];
  const lacks = [...lacking].map(([shard, messages]) =>
    finding('clickhouse_shard_lacks', { place: shard + 1, messages }),
  );
  return {
    kind: 'examined',
    part: 'clickhouse',
    seen: seen.map((one) => one.seen).join('; '),
    findings: [...counted, ...lacks, ...seen.flatMap(({ findings }) => findings)],
    clocks: seen.flatMap(({ clocks = [] }) => clocks),
  };
}
