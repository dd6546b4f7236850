// The tables of imports of links, as kysely sees them.

import type { ColumnType, Generated } from 'kysely';
import type { Json, NullableTimestamp, Timestamp } from './column-types';

export type ImportJobState =
  'uploading' | 'checking' | 'checked' | 'running' | 'finished' | 'failed' | 'undoing' | 'undone';

export type ImportReportLine = {
  /** The link's place in the source. */
  place: number;
  domain?: string;
  slug: string;
  url: string;
  /** Why it is not imported. */
  reason?: { en: string; de: string };
};

export type ImportTables = {
  imports: {
    id: string;
    workspace_id: string;
    source: string;
    fingerprint: Buffer;
    state: Generated<'running' | 'finished' | 'undoing' | 'undone'>;
    cursor: Generated<number>;
    history_cursor: Generated<string>;
    history_bytes: Generated<number>;
    history_partition: ColumnType<number | null, number | null | undefined, number>;
    history_clicks: Generated<number>;
    counts: Json<Record<string, number>>;
    tag_ids: Generated<string[]>;
    created_at: Timestamp;
    ended_at: NullableTimestamp;
  };
  import_items: {
    import_id: string;
    link_id: string;
    /** The link's version when the import made it. */
    version: number;
    history_key: ColumnType<string | null, string | null | undefined, string | null>;
    history_total: ColumnType<number | null, number | null | undefined, number>;
  };
  import_days: {
    import_id: string;
    link_id: string;
    day: string;
    clicks: number;
    /** DayFacts of `@kurz/api`. */
    facts: ColumnType<unknown, string | null | undefined, string>;
  };
  import_jobs: {
    id: string;
    workspace_id: string;
    state: ImportJobState;
    user_id: string;
    session_id: string;
    source: Generated<string>;
    file_name: string;
    bytes: number;
    zone_domain: string | null;
    counts: Json<Record<string, number>>;
    total: number | null;
    import_id: string | null;
    fault: string | null;
    quota_start: NullableTimestamp;
    quota_limit: number | null;
    waits_until: NullableTimestamp;
    claimed_until: Timestamp;
    claim: Generated<number>;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
  import_job_parts: { job_id: string; part: number; content: Buffer };
  import_job_reports: { job_id: string; outcome: string; page: number; links: Json<ImportReportLine[]> };
};
