// The table of marked keys, as kysely sees it.

import type { ColumnType } from 'kysely';

/** Keys that a link left while it was marked. */
export type MarkedKeysTable = {
  zone_id: string;
  /** Null: the zone was not verified, so its keys flag nothing outside it. */
  domain: string | null;
  slug: string;
  mark: 'restricted' | 'unsafe';
  /** Null: a verdict on the link that left. */
  entry_id: number | null;
  created_at: ColumnType<Date, Date | undefined, Date>;
};
