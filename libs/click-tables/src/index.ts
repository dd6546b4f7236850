// ClickHouse: the tables, their migrations, and how a service opens a server or the embedded engine.

export { insertRows, type ClickRows } from './insert-rows';
export { migrateClickTables } from './migrate-click-tables';
export { openClickHouse, type ClickHouse, type ClickHouseOptions } from './open-clickhouse';
export type { ClickDimension, DailyByRow, DailyRow, HourlyRow, RowOrigin } from './rows';
