// The tables of people, tokens and sessions and of their rights, as kysely sees them.

import type { ColumnType, Generated } from 'kysely';
import type { NullableCalendarDate, NullableTimestamp, Timestamp } from './column-types';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';
export type Scope = 'links:read' | 'links:write' | 'stats:read' | 'usage:read' | 'domains:read';

export type UsersTable = {
  id: string;
  email: string;
  password_hash: string | null;
  /** Null: the address is not verified to be this person's. */
  email_verified_at: NullableTimestamp;
  created_at: Timestamp;
  suspended_at: NullableTimestamp;
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

export type AccessTables = {
  users: UsersTable;
  members: MembersTable;
  tokens: TokensTable;
  grants: GrantsTable;
  sessions: SessionsTable;
  invitations: InvitationsTable;
};
