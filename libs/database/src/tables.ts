// The tables of migrations/ as kysely sees them. bigint columns arrive as numbers (see open-database.ts);
// every one of them stays far below 2^53.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AccessTables } from './access-tables';
import type { AuditEventsTable } from './audit-tables';
import type { CalendarDate, Json, NullableCalendarDate, NullableTimestamp, Timestamp } from './column-types';
import type { CountingTables } from './counting-tables';
import type { ImportTables } from './import-tables';
import type { EmailLinksTable, MailsTable } from './mail-tables';
import type { MarkedKeysTable } from './marked-keys-table';
import type { SignInTables } from './sign-in-tables';
import type { TagTables } from './tag-tables';

export type Plan = 'free' | 'basic' | 'pro' | 'team' | 'business' | 'unlimited';

export type WorkspacesTable = {
  id: string;
  name: string;
  /** Null: it is being deleted. */
  owner_id: string | null;
  is_personal: Generated<boolean>;
  plan: Plan;
  is_yearly: Generated<boolean>;
  billing_anchor: CalendarDate;
  /** From this day on the cadence is the opposite of `is_yearly`. */
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
  /** Which ClickHouse has its counts, from 0 on. */
  shard: Generated<number>;
  /** Another shard that gets its rows too, while it moves. */
  other_shard: ColumnType<number | null, number | null | undefined, number | null>;
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
  /** Shared, or a workspace's own with verified ownership: at most one zone per domain. */
  is_proven: GeneratedAlways<boolean>;
  /** Its workspace is suspended: its root leads nowhere. */
  is_suspended: Generated<boolean>;
  proof_seen_at: NullableTimestamp;
  proof_missing_since: NullableTimestamp;
  /** Null: the operator vouched for it. */
  next_proof_check: NullableTimestamp;
  /** When its set-up was last checked, and the codes of the problems found; null: never. */
  checked_at: NullableTimestamp;
  problems: string[] | null;
  /** Null: it is not checked. */
  next_check: NullableTimestamp;
  created_at: Timestamp;
};

export type LinksTable = {
  id: string;
  workspace_id: string;
  zone_id: string;
  slug: string;
  url: string;
  /**
   * Begins with a space when the link has a beginning or an end (migration 0029); empty when it has conditions (0035)
   * or a password (0039).
   */
  location: string;
  title: Generated<string>;
  note: Generated<string>;
  /** The workspace's own id of the link. */
  external_id: string | null;
  is_archived: Generated<boolean>;
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
  starts_at: NullableTimestamp;
  expires_at: NullableTimestamp;
  expired_url: Generated<string | null>;
  expired_location: Generated<string | null>;
  /** In the form of services/api: what the owner sees. */
  rules: ColumnType<unknown, string | null | undefined, string | null>;
  split: ColumnType<unknown, string | null | undefined, string | null>;
  forwards_query: Generated<boolean>;
  /** In the form of libs/link-cache: what the redirectors read. */
  conditions: Generated<string | null>;
  condition_locations: Generated<string[] | null>;
  /** Where `url` leads while `conditions` is set; `location` is empty then (migration 0035). */
  fallback_location: Generated<string | null>;
  /** An argon2id hash. The trigger moves `location` and `conditions` to the guarded columns (migration 0039). */
  password_hash: Generated<string | null>;
  guarded_location: GeneratedAlways<string | null>;
  guarded_conditions: GeneratedAlways<string | null>;
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
export type Tables = AccessTables &
  SignInTables &
  TagTables &
  ImportTables &
  CountingTables & {
    workspaces: WorkspacesTable;
    installation: InstallationTable;
    zones: ZonesTable;
    links: LinksTable;
    blocked_destinations: BlockedDestinationsTable;
    marked_keys: MarkedKeysTable;
    link_sweeps: LinkSweepsTable;
    link_quota: LinkQuotaTable;
    link_changes: LinkChangesTable;
    idempotent_answers: IdempotentAnswersTable;
    audit_events: AuditEventsTable;
    mails: MailsTable;
    email_links: EmailLinksTable;
  };
