// The columns of a workspace that make its billing terms, and the terms of a row that has them.

import type { BillingTerms } from '../plans/billing-terms';

export const BILLING_COLUMNS = [
  'workspaces.billing_anchor as anchor',
  'workspaces.is_yearly as isYearly',
  'workspaces.cadence_changes_on as changesOn',
  'workspaces.year_starts_in as yearStartsIn',
] as const;

/** The row with its terms in one field. */
export function withBilling<Row extends BillingTerms>(
  row: Row,
): Omit<Row, keyof BillingTerms> & { billing: BillingTerms } {
  const { anchor, isYearly, changesOn, yearStartsIn, ...rest } = row;
  return { ...rest, billing: { anchor, isYearly, changesOn, yearStartsIn } };
}
