// Writes one plan's visits to ClickHouse. It may be called again for the same plan, after whatever failure: the same
// visits fold to the same rows, and those replace themselves.

import { insertRows, type ClickHouse, type ClickRows } from '@kurz/click-tables';
import type { Visit } from '@kurz/click-event';
import type { Clock } from '@kurz/process';
import type { ClassifiedVisit } from '../classify';
import { foldVisits } from '../fold';
import type { Plan, PlanStore } from '../plan/plan-store';
import { inSlices } from '../read/in-slices';
import type { AdmittedReferrers } from './admitted-referrers';
import type { DecideReferrers } from './decide-referrers';
import { rowsOf } from './rows-of';

/** `isReplay`: the plan was recorded earlier, so that rows of it may be there. */
export type WritePlan = (plan: Plan, visits: readonly Visit[], isReplay: boolean) => Promise<void>;

type Deps = {
  clickHouse: ClickHouse;
  plans: PlanStore;
  classify: (visit: Visit) => ClassifiedVisit;
  referrers: AdmittedReferrers;
  decideReferrers: DecideReferrers;
  clock: Clock;
  /** Cuts an insert off when the process has to end. */
  abandon: AbortSignal;
};

export function makeWritePlan(deps: Deps): WritePlan {
  const { clickHouse, plans, classify, referrers, decideReferrers, clock, abandon } = deps;

  // A process that was frozen while another took the partition over must not write any more.
  const assertMine = async (plan: Plan) => {
    const recorded = await plans.read(plan.partition);
    if (recorded?.from !== plan.from || recorded.to !== plan.to) {
      throw new Error(`the plan of partition ${plan.partition} is not ${plan.from} to ${plan.to} any more`);
    }
  };
  // side by side, as none depends on another; all have ended before the plan may be tried again
  const putAll = async (rows: { [Table in keyof ClickRows]: ClickRows[Table][] }) => {
    const outcomes = await Promise.allSettled([
      insertRows(clickHouse, 'clicks_hourly', rows.clicks_hourly, abandon),
      insertRows(clickHouse, 'clicks_daily', rows.clicks_daily, abandon),
      insertRows(clickHouse, 'clicks_daily_by', rows.clicks_daily_by, abandon),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  };

  return async (plan, visits, isReplay) => {
    const folded = foldVisits(await inSlices(visits, classify));
    const origin = { stream_partition: plan.partition, plan_from: plan.from };
    try {
      const decided = await decideReferrers.decide(origin, folded, isReplay);
      const rows = rowsOf(decided, origin, clock.now());
      await assertMine(plan);
      await putAll(rows);
    } catch (error) {
      referrers.forget();
      throw error;
    }
  };
}
