// The tables by which lists of links are read, as kysely sees them.

import type { ColumnType, Generated } from 'kysely';

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
    /** This column and the next ones are copied from the link by triggers. */
    created_at: ColumnType<Date, never, Date>;
    is_archived: ColumnType<boolean, never, boolean>;
    title: ColumnType<string, never, string>;
    pre_tracking: ColumnType<number, never, number>;
    /**
     * `pre_tracking` and the hits of `link_hits` when they were last copied; outdated for the links of `counted_links`.
     */
    hits: ColumnType<number, never, number>;
  };
  /** Written by triggers; the rows of a workspace add up. */
  link_counts: { workspace_id: string; is_archived: boolean; links: number };
  /** Written by triggers; the rows of a tag add up. */
  tag_counts: {
    tag_id: string;
    is_archived: boolean;
    links: number;
    id: Generated<string>;
    /** The links that `links` counts, each once; null: more than 100, or a sum of rows. */
    link_ids: string[] | null;
  };
  /** Written by triggers: links whose hits are to be copied to `link_tags`. */
  counted_links: { id: Generated<number>; links: number; link_ids: string[] };
};
