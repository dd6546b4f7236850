// Postgres: the schema, its migrations, and how a service opens it.

export { migrateDatabase, migrationNames } from './migrate-database';
export { openDatabase, type Database, type DatabaseOptions, type Db } from './open-database';
export type {
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
