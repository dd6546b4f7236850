// The tables of migrations/ as kysely sees them. bigint columns arrive as numbers (see open-database.ts);
// every one of them stays far below 2^53.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AuditEventsTable } from './audit-tables';
import type { EmailLinksTable, MailsTable } from './mail-tables';
import type { MarkedKeysTable } from './marked-keys-table';
import type { SignInTables } from './sign-in-tables';

export type Plan = 'free' | 'basic' | 'pro' | 'team' | 'business';
export type Role = 'owner' | 'admin' | 'member' | 'viewer';
export type Scope = 'links:read' | 'links:write' | 'stats:read' | 'usage:read' | 'domains:read';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A calendar date, `YYYY-MM-DD`. */
type CalendarDate = ColumnType<string, string | undefined, string>;
type NullableCalendarDate = ColumnType<string | null, string | null | undefined, string | null>;
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;

export type UsersTable = {
  id: string;
  email: string;
  password_hash: string | null;
  /** Null: whether the address is this person's is not proven. */
  email_verified_at: NullableTimestamp;
  created_at: Timestamp;
  suspended_at: NullableTimestamp;
};

export type WorkspacesTable = {
  id: string;
  name: string;
  /** Null: it is being deleted. */
  owner_id: string | null;
  is_personal: Generated<boolean>;
  plan: Plan;
  is_yearly: Generated<boolean>;
  billing_anchor: CalendarDate;
  /** From this day on the other cadence than `is_yearly` holds. */
  cadence_changes_on: NullableCalendarDate;
  /** 1 to 12; null: the month of `billing_anchor`. */
  year_starts_in: ColumnType<number | null, number | null | undefined, number | null>;
  default_zone_id: string | null;
  utm_conventions: Json<unknown>;
  transfer_to_user_id: string | null;
  transfer_started_at: NullableTimestamp;
  requires_second_factor: Generated<boolean>;
  suspended_at: NullableTimestamp;
  deleted_at: NullableTimestamp;
  created_at: Timestamp;
};

export type MembersTable = {
  workspace_id: string;
  user_id: string;
  role: Role;
  created_at: Timestamp;
};

export type TokensTable = {
  id: string;
  kind: 'workspace' | 'user';
  workspace_id: string | null;
  user_id: string | null;
  name: string;
  secret_hash: Buffer;
  last_four: string;
  scopes: Generated<Scope[]>;
  created_at: Timestamp;
  revoked_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  last_used_on: NullableCalendarDate;
  networks: Generated<string[]>;
};

export type GrantsTable = {
  token_id: string;
  workspace_id: string;
  scopes: Scope[];
};

export type InstallationTable = {
  key: string;
  value: ColumnType<unknown, string, string>;
};

export type ZonesTable = {
  id: string;
  domain: string;
  name: string;
  zone_type: 'global' | 'user';
  workspace_id: string | null;
  is_enabled: Generated<boolean>;
  is_default: Generated<boolean>;
  tls_state: 'pending' | 'provisioned' | 'failed' | null;
  ownership_state: 'pending' | 'verified' | 'failed' | null;
  ownership_token: string | null;
  root_redirect_url: Generated<string>;
  /** The entry of blocked_destinations that the root leads to. */
  root_blocked_by: number | null;
  /** Shared, or a workspace's own whose ownership was proven: one zone at most of each domain. */
  is_proven: GeneratedAlways<boolean>;
  /** Its workspace is suspended: its root leads nowhere. */
  is_suspended: Generated<boolean>;
  proof_seen_at: NullableTimestamp;
  proof_missing_since: NullableTimestamp;
  /** Null: the operator vouched for it. */
  next_proof_check: NullableTimestamp;
  created_at: Timestamp;
};

export type LinksTable = {
  id: string;
  workspace_id: string;
  zone_id: string;
  slug: string;
  url: string;
  location: string;
  title: Generated<string>;
  is_enabled: Generated<boolean>;
  is_restricted: Generated<boolean>;
  is_unsafe: Generated<boolean>;
  /** The entry of blocked_destinations behind the mark; null: a verdict on the link itself, or no mark. */
  restricted_by: number | null;
  unsafe_by: number | null;
  /** Its workspace is suspended. */
  is_suspended: Generated<boolean>;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  pre_tracking: Generated<number>;
  tracking_since: NullableCalendarDate;
  version: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type BlockedDestinationsTable = {
  id: GeneratedAlways<number>;
  kind: 'host' | 'address';
  value: string;
  hash: Buffer;
  mark: 'restricted' | 'unsafe';
  link_id: Generated<string>;
  created_at: Timestamp;
};

export type LinkSweepsTable = {
  id: Generated<number>;
  entry_id: number | null;
  workspace_id: string | null;
  created_at: Timestamp;
  claimed_until: ColumnType<Date, Date | string | undefined, Date | string>;
};

export type LinkHitsTable = {
  link_id: string;
  hits: number;
};

export type LinkQuotaTable = {
  workspace_id: string;
  period_start: ColumnType<Date, Date | string, Date | string>;
  used: number;
};

export type LinkChangesTable = {
  id: Generated<number>;
  zone_id: string;
  slug: string | null;
  version: Generated<number>;
  created_at: Timestamp;
};

export type ErasuresTable = {
  link_id: string;
  workspace_id: string;
  deleted_at: Timestamp;
  passed_by: Json<Record<string, number>>;
  closed_at: NullableTimestamp;
};

export type HitPositionsTable = {
  stream_partition: number;
  position: number;
};

export type StreamProgressTable = {
  stream_partition: number;
  position: number;
  consolidated_until: ColumnType<Date, Date | string, Date | string>;
  updated_at: Timestamp;
};

export type CompactionsTable = {
  generation: Generated<number>;
  /** Postgres' own text of an array of dates going in, `{2026-01-01,…}`; read it as JSON. */
  days: string;
  positions: Json<Record<string, number>>;
  state: 'planned' | 'written' | 'settled';
  /** Null until its rows are written. */
  attempt: number | null;
  planned_at: Timestamp;
  write_before: ColumnType<Date, Date | string, Date | string>;
  written_at: NullableTimestamp;
  settled_at: NullableTimestamp;
  claimed_until: Timestamp;
};

export type VisitImportsTable = {
  id: Generated<number>;
  zone_id: string;
  fingerprint: Buffer;
  bytes: number;
  lines: number;
  counted: Buffer;
  ancestors: number[];
  shift_days: number;
  journal_end: number;
  to_ship: Generated<boolean>;
  created_at: Timestamp;
};

export type SessionsTable = {
  id: string;
  family_id: string;
  user_id: string;
  secret_hash: Buffer;
  replaced_by: string | null;
  replaced_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  created_at: Timestamp;
  browser: string | null;
  system: string | null;
};

export type InvitationsTable = {
  id: string;
  workspace_id: string;
  email: string;
  role: Exclude<Role, 'owner'>;
  secret_hash: Buffer;
  invited_by: string | null;
  /** The secret went to the invited address alone. */
  is_mailed: Generated<boolean>;
  expires_at: ColumnType<Date, Date | string, Date | string>;
  created_at: Timestamp;
};

export type IdempotentAnswersTable = {
  caller_id: string;
  workspace_id: string;
  key: string;
  request_hash: Buffer;
  status: number;
  headers: ColumnType<Record<string, string>, string, string>;
  body: ColumnType<unknown, string, string>;
  created_at: Timestamp;
};

/** Every table, by name. */
export type Tables = SignInTables & {
  users: UsersTable;
  workspaces: WorkspacesTable;
  members: MembersTable;
  tokens: TokensTable;
  grants: GrantsTable;
  installation: InstallationTable;
  zones: ZonesTable;
  links: LinksTable;
  link_hits: LinkHitsTable;
  blocked_destinations: BlockedDestinationsTable;
  marked_keys: MarkedKeysTable;
  link_sweeps: LinkSweepsTable;
  link_quota: LinkQuotaTable;
  link_changes: LinkChangesTable;
  erasures: ErasuresTable;
  hit_positions: HitPositionsTable;
  stream_progress: StreamProgressTable;
  compactions: CompactionsTable;
  visit_imports: VisitImportsTable;
  idempotent_answers: IdempotentAnswersTable;
  sessions: SessionsTable;
  invitations: InvitationsTable;
  audit_events: AuditEventsTable;
  mails: MailsTable;
  email_links: EmailLinksTable;
};
