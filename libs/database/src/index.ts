// Postgres: the schema, its migrations, and how a service opens it.

export type { AuditEventsTable } from './audit-tables';
export { databaseOptionsOf, type DatabaseOptionsOutcome } from './database-options-of';
export { isSchemaCurrent } from './is-schema-current';
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
export { migrateDatabase, migrationNames } from './migrate-database';
export {
  openDatabase,
  type Database,
  type DatabaseOptions,
  type DatabaseSsl,
  type Db,
} from './open-database';
export { POSTGRES_URL, postgresOf, postgresProperties } from './postgres-setting';
export { preparedStatement, type PreparedStatement } from './prepared-statement';
export type {
  BlockedDestinationsTable,
  CompactionsTable,
  ErasuresTable,
  GrantsTable,
  HitPositionsTable,
  IdempotentAnswersTable,
  InstallationTable,
  InvitationsTable,
  LinkChangesTable,
  LinkHitsTable,
  LinkQuotaTable,
  LinksTable,
  LinkSweepsTable,
  MembersTable,
  Plan,
  Role,
  Scope,
  SessionsTable,
  StreamProgressTable,
  Tables,
  TokensTable,
  UsersTable,
  VisitImportsTable,
  WorkspacesTable,
  ZonesTable,
} from './tables';
export { ensureServiceRole, type RoleCredentials, type ServiceName } from './service-role';
