// Tells the list of links whether a link breaks the UTM conventions of the acting workspace.

import type { Db } from '@kurz/database';
import type { ActingWorkspace } from '../access/actor';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import type { LinkRow } from './link-rows';
import { driftOf } from './utm-conventions/drift-of';
import { findUtmConventions } from './utm-conventions/find-utm-conventions';

export type IsDrifting = (row: LinkRow) => boolean;

const never: IsDrifting = () => false;

/** Queries the database once, but not for a plan without conventions. Stored conventions are kept for later plans. */
export async function findDrifts(
  db: Db,
  workspace: Pick<ActingWorkspace, 'id' | 'plan'>,
  plans: PlanTable | undefined,
): Promise<IsDrifting> {
  if (!planLimitsOf(workspace.plan, plans).hasUtmConventions) return never;
  const conventions = await findUtmConventions(db, workspace.id);
  if (!conventions) return never;
  return (row) => {
    const utm = {
      source: row.utm_source,
      medium: row.utm_medium,
      campaign: row.utm_campaign,
      term: row.utm_term,
      content: row.utm_content,
    };
    return driftOf(utm, conventions) !== undefined;
  };
}
