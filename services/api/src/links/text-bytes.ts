// The bytes of a link's texts, for a statement that reads `links`. PostgreSQL stores the length of a long text beside
// it, so no text is read for this.

import { sql } from 'kysely';

/** A link of a page, and the bytes of its texts. */
export type PageEntry = { id: string; bytes: number };

export const textBytes = sql<number>`(octet_length(url) + octet_length(title)
  + coalesce(octet_length(utm_source), 0) + coalesce(octet_length(utm_medium), 0)
  + coalesce(octet_length(utm_campaign), 0) + coalesce(octet_length(utm_term), 0)
  + coalesce(octet_length(utm_content), 0) + coalesce(octet_length(expired_url), 0)
  + coalesce(octet_length(rules::text), 0) + coalesce(octet_length(split::text), 0)
  + octet_length(note) + coalesce(octet_length(external_id), 0))`;
