// How a workspace's quota is cut into billing periods. Its cadence, monthly or yearly, changes only at the end of a
// period: so every moment lies in exactly one period, and no change starts another one early.

import { dayOf } from '@kurz/process';
import { billingPeriodOf, type BillingPeriod } from './billing-period-of';

export type BillingTerms = {
  /** `YYYY-MM-DD`: periods start on this day of the month, UTC. */
  anchor: string;
  /** The cadence until `changesOn`; the other one holds from that day on. */
  isYearly: boolean;
  /** `YYYY-MM-DD`, the start of a period; null: no change is stored. It may lie in the past. */
  changesOn: string | null;
  /** The month, 1 to 12, in which yearly periods start; null: the anchor's. */
  yearStartsIn: number | null;
};

/** A change of cadence that is still to come. */
export type CadenceChange = { isYearly: boolean; on: string };

export type Cadence = { isYearly: boolean; change?: CadenceChange };

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** @param now ms since the epoch */
export function cadenceOf({ isYearly, changesOn }: BillingTerms, now: number): Cadence {
  if (changesOn === null) return { isYearly };
  if (startOf(changesOn) <= now) return { isYearly: !isYearly };
  return { isYearly, change: { isYearly: !isYearly, on: changesOn } };
}

/** The period in which quota counts, by the present cadence. */
export function quotaPeriodOf(terms: BillingTerms, now: number): BillingPeriod & { isYearly: boolean } {
  const { isYearly } = cadenceOf(terms, now);
  const { anchor, yearStartsIn } = terms;
  return { isYearly, ...billingPeriodOf(anchor, isYearly, now, yearStartsIn ?? undefined) };
}

/**
 * The terms under which `isYearly` holds from the next period on. Asking for the present cadence cancels a change that
 * is still to come.
 */
export function changeCadence(terms: BillingTerms, isYearly: boolean, now: number): BillingTerms {
  const { change, ...current } = cadenceOf(terms, now);
  if (isYearly === (change?.isYearly ?? current.isYearly)) return terms;
  if (change) return { ...terms, changesOn: null };
  const { end } = quotaPeriodOf(terms, now);
  return {
    anchor: terms.anchor,
    isYearly: current.isYearly,
    changesOn: dayOf(end.getTime()),
    yearStartsIn: isYearly ? end.getUTCMonth() + 1 : terms.yearStartsIn,
  };
}
