// Real stores for tests: each call gives a fresh one; close gives it back.

export { startClickHouse, type TestClickHouse } from './start-clickhouse';
export { startPostgres, type TestPostgres } from './start-postgres';
