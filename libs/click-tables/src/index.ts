// ClickHouse: the tables, their migrations, and how a service opens a server or the embedded engine.

export {
  CLICKHOUSE_PROPERTIES,
  CLICKHOUSE_URL,
  clickHouseOf,
  type ClickHouseServer,
} from './clickhouse-setting';
export { insertRows, type ClickTable } from './insert-rows';
export { isClickSchemaCurrent, missingClickMigrations } from './is-click-schema-current';
export { migrateClickTables } from './migrate-click-tables';
export { openClickHouse, type ClickHouse, type ClickHouseOptions } from './open-clickhouse';
export { COMPACTED_PARTITION } from './rows';
export { TableLines } from './table-lines';
export type { DailyByRow, DailyRow, HourlyRow, RowOrigin } from './rows';
export {
  clickHouseUserStatements,
  ensureClickHouseUser,
  type ClickHouseServiceName,
} from './ensure-clickhouse-user';
