// The table of the audit log, as kysely sees it.

import type { ColumnType, Generated } from 'kysely';

export type AuditEventsTable = {
  id: Generated<number>;
  occurred_at: ColumnType<Date, Date | string | undefined, Date | string>;
  actor_kind: 'user' | 'token' | 'operator' | 'system';
  user_id: string | null;
  session_id: string | null;
  token_id: string | null;
  command: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  subject_name: string | null;
  workspace_id: string | null;
  changes: ColumnType<Record<string, { old?: unknown; new?: unknown }>, string | undefined, string>;
};
