// The table of marked keys, as kysely sees it.

import type { ColumnType } from 'kysely';

/** Keys whose link went while it was marked. */
export type MarkedKeysTable = {
  zone_id: string;
  /** Null: the zone was not proven, and its keys flag nothing beyond it. */
  domain: string | null;
  slug: string;
  mark: 'restricted' | 'unsafe';
  /** Null: a verdict on the link that went. */
  entry_id: number | null;
  created_at: ColumnType<Date, Date | undefined, Date>;
};
