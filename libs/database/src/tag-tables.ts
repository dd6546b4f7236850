// The tables of tags, as kysely sees them.

import type { ColumnType } from 'kysely';

export type TagTables = {
  tags: {
    id: string;
    workspace_id: string;
    name: string;
    /** The name without case. */
    name_key: string;
    created_at: ColumnType<Date, Date | undefined, Date>;
  };
  link_tags: {
    link_id: string;
    tag_id: string;
    /** Those of the link. */
    created_at: ColumnType<Date, Date, Date>;
    is_archived: boolean;
  };
};
