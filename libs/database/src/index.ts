// Postgres: the schema, its migrations, and how a service opens it.

export type {
  GrantsTable,
  InvitationsTable,
  MembersTable,
  Role,
  Scope,
  SessionsTable,
  TokensTable,
  UsersTable,
} from './access-tables';
export type { AuditEventsTable } from './audit-tables';
export {
  NOTHING_AWAITED,
  type ClickShardsTable,
  type CompactionsTable,
  type ErasuresTable,
  type HitPositionsTable,
  type MissedRangesTable,
  type ShardMovesTable,
  type LinkHitsTable,
  type StreamProgressTable,
  type VisitImportsTable,
} from './counting-tables';
export { databaseOptionsOf, type DatabaseOptionsOutcome } from './database-options-of';
export { takeImportLock, withHistoryLock, withImportLock, type AssertLocked } from './import-lock';
export type { ImportJobState, ImportReportLine } from './import-tables';
export { inSnapshot } from './in-snapshot';
export { isSchemaCurrent, isSchemaNewer } from './is-schema-current';
export { lockNames } from './lock-names';
export { setIdleLimit } from './set-idle-limit';
export { makeSchemaCheck } from './make-schema-check';
export type { EmailLinksTable, MailsTable } from './mail-tables';
export type {
  PasskeyChallengesTable,
  PasskeysTable,
  RecoveryCodesTable,
  SignInLinksTable,
  SignInTables,
  TotpSecretsTable,
} from './sign-in-tables';
export type { MarkedKeysTable } from './marked-keys-table';
export { migrateDatabase, migrationNames, NewerDatabaseError } from './migrate-database';
export {
  openDatabase,
  type Database,
  type DatabaseOptions,
  type DatabaseSsl,
  type Db,
} from './open-database';
export {
  POSTGRES_REPLICA_URL,
  POSTGRES_URL,
  postgresOf,
  postgresProperties,
  replicaOf,
} from './postgres-setting';
export { preparedStatement, type PreparedStatement } from './prepared-statement';
export type {
  BlockedDestinationsTable,
  IdempotentAnswersTable,
  InstallationTable,
  LinkChangesTable,
  LinkQuotaTable,
  LinksTable,
  LinkSweepsTable,
  Plan,
  Tables,
  WorkspacesTable,
  ZonesTable,
} from './tables';
export type { TagTables } from './tag-tables';
export {
  chooseShard,
  findShard,
  findShardCount,
  findShards,
  findWorkspaceShards,
  lockRowsOfShards,
  lockShardOf,
  recordShardCount,
  rendezvousShard,
  SHARD_REST_MS,
  shareShardOf,
  type RecordedShards,
  type WorkspaceShards,
} from './workspace-shards';
export { findLacking, findPublishedPosition, storedProgress } from './stored-progress';
export { ensureServiceRole, type RoleCredentials, type ServiceName } from './service-role';
export type { Json, NullableTimestamp, Timestamp } from './column-types';
