// Reads the links of one campaign, grouped by the two tags that the report does not group by.

import { setImmediate as breathe } from 'node:timers/promises';
import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { FIRST_DAY, MAX_TAG_LENGTH } from './find-tag-groups';

export type CampaignGroup = {
  /** Empty when the links have none. */
  term: string;
  content: string;
  linkCount: number;
  /** Comma-separated. */
  linkIds: string;
};

/** As in findTagGroups: sheets of JSON hold up other requests less than one row per group. */
const GROUPS_A_SHEET = 200;

type Sheet = { groups: string };

function groupsOf({ groups }: Sheet): CampaignGroup[] {
  // the statement below writes this JSON
  return JSON.parse(groups) as CampaignGroup[];
}

/** `campaign` as the report shows it, cut to the same length. Only links that existed by the day `until`. */
export async function findCampaignGroups(
  db: Db,
  { workspaceId, campaign, until }: { workspaceId: string; campaign: string; until: string },
): Promise<CampaignGroup[]> {
  const last = until < FIRST_DAY ? FIRST_DAY : until;
  // the index holds whole names only
  const isThisCampaign =
    [...campaign].length < MAX_TAG_LENGTH
      ? sql`md5(utm_campaign) = md5(${campaign}) AND utm_campaign = ${campaign}`
      : sql`left(utm_campaign, ${MAX_TAG_LENGTH}::int) = ${campaign}`;
  const { rows: sheets } = await sql<Sheet>`
    WITH numbered AS (
      SELECT coalesce(left(utm_term, ${MAX_TAG_LENGTH}::int), '') AS term,
             coalesce(left(utm_content, ${MAX_TAG_LENGTH}::int), '') AS content,
             count(*) AS "linkCount",
             string_agg(id, ',') AS "linkIds",
             row_number() OVER () / ${GROUPS_A_SHEET}::int AS sheet
      FROM links
      WHERE workspace_id = ${workspaceId} AND ${isThisCampaign}
        AND least((created_at AT TIME ZONE 'UTC')::date, tracking_since) <= ${last}::date
      GROUP BY 1, 2
    )
    SELECT json_agg(numbered)::text AS groups FROM numbered GROUP BY sheet`.execute(db);
  const groups: CampaignGroup[] = [];
  for (const sheet of sheets) {
    groups.push(...groupsOf(sheet));
    await breathe();
  }
  return groups;
}
