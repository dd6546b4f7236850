// The tables of imports of links, as kysely sees them.

import type { Generated } from 'kysely';
import type { Json, NullableTimestamp, Timestamp } from './column-types';

export type ImportTables = {
  imports: {
    id: string;
    workspace_id: string;
    source: string;
    fingerprint: Buffer;
    state: Generated<'running' | 'finished' | 'undoing' | 'undone'>;
    cursor: Generated<number>;
    counts: Json<Record<string, number>>;
    tag_ids: Generated<string[]>;
    created_at: Timestamp;
    ended_at: NullableTimestamp;
  };
  import_items: {
    import_id: string;
    link_id: string;
    /** Of the link as it was made. */
    version: number;
  };
};
