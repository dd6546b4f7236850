// ClickHouse: the tables, their migrations, and how a service opens a server or the embedded engine.

export { makeClickShards, shardAt, singleShard, type ClickShards } from './click-shards';
export {
  addressesOf,
  CLICKHOUSE_ADDRESSES,
  CLICKHOUSE_PROPERTIES,
  CLICKHOUSE_URL,
  clickHousesOf,
  REQUIRED_CLICKHOUSE_URL,
  requiredClickHousesOf,
  type ClickHouseServer,
} from './clickhouse-setting';
export { assertChangeable, deleteRows } from './delete-rows';
export { insertRows, type ClickTable } from './insert-rows';
export { isClickSchemaCurrent, missingClickMigrations } from './is-click-schema-current';
export { KEEPS_ALIVE } from './keeps-alive';
export { migrateClickTables } from './migrate-click-tables';
export {
  openClickHouse,
  openClickHouses,
  type ClickHouse,
  type ClickHouseOptions,
  type ClickHouses,
  type OneOrMore,
} from './open-clickhouse';
export { partitionPositionsOf, positionAmong, type PartitionPosition } from './position-among';
export { queryUntil } from './query-until';
export { COMPACTED_PARTITION } from './rows';
export { assertShardMark, markShard, readShardMark } from './shard-mark';
export { TableLines } from './table-lines';
export type { DailyByRow, DailyRow, HourlyRow, RowOrigin } from './rows';
export {
  clickHouseUserStatements,
  ensureClickHouseUser,
  type ClickHouseServiceName,
} from './ensure-clickhouse-user';
