// The billing period that a moment lies in by one cadence. Everything is UTC.

export type BillingPeriod = {
  start: Date;
  /** The moment the next period starts. */
  end: Date;
};

/** Midnight of `day` in a month counted from the year 0, or of the month's last day where it is shorter. */
function dayInMonth(month: number, day: number): number {
  const year = Math.floor(month / 12);
  const monthOfYear = month - year * 12;
  const lastDay = new Date(Date.UTC(year, monthOfYear + 1, 0)).getUTCDate();
  return Date.UTC(year, monthOfYear, Math.min(day, lastDay));
}

/**
 * @param anchor `YYYY-MM-DD`: periods start on this day of the month; a yearly plan's on this day of the year
 * @param now ms since the epoch
 * @param yearStartsIn the month, 1 to 12, in which a yearly plan's periods start; default: the anchor's
 */
export function billingPeriodOf(
  anchor: string,
  isYearly: boolean,
  now: number,
  yearStartsIn?: number,
): BillingPeriod {
  const date = new Date(`${anchor}T00:00:00Z`);
  const day = date.getUTCDate();
  const today = new Date(now);
  const months = isYearly ? 12 : 1;
  const firstMonth = yearStartsIn === undefined ? date.getUTCMonth() : yearStartsIn - 1;
  const candidate = today.getUTCFullYear() * 12 + (isYearly ? firstMonth : today.getUTCMonth());
  const first = dayInMonth(candidate, day) <= now ? candidate : candidate - months;
  return { start: new Date(dayInMonth(first, day)), end: new Date(dayInMonth(first + months, day)) };
}
