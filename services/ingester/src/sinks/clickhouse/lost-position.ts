// What consolidate does where Kafka knows no position of a partition, or an older one than was published. It begins when
// the partition is new. Else it refuses, because any guess counts visits twice or never; or, when the operator says so, it
// goes on from what was published, after the rows of later plans are removed.

import type { ClickHouse } from '@kurz/click-tables';
import { type Log } from '@kurz/process';
import { InfrastructureError } from '@kurz/resilience';
import type { Plan } from '../../plan/plan-store';
import type { LostPlan } from './find-position';
import { countPlanRows, deletePlanRows } from './plan-rows';

type Deps = {
  clickHouse: ClickHouse;
  log: Log;
  partition: number;
  beginAt: (plan: Plan) => void;
  /** The process should end: nothing but an operator can help. */
  onRefused: (reason: string) => void;
};

export function makeLostPosition(
  { clickHouse, log, partition, beginAt, onRefused }: Deps,
  settings: { resumeFromProgress: boolean },
): (facts: LostPlan) => Promise<Plan> {
  const isNew = async ({ begin, plan, published }: LostPlan) => {
    if (plan || (published !== undefined && published !== begin)) return false;
    return (await countPlanRows(clickHouse, { partition, from: begin })) === 0;
  };
  const refuse = ({ begin, plan, published }: LostPlan): never => {
    const reason = `the position of partition ${partition} in the click stream is ${plan ? 'older than what was counted' : 'lost'}`;
    log.error({
      event: 'stream_position_lost',
      partition,
      begin,
      committed: plan?.from,
      published,
      resumeWith: 'KURZ_RESUME_FROM_PROGRESS=true',
      runbook: 'The position in the click stream is lost',
    });
    onRefused(reason);
    throw new InfrastructureError(`${reason}; see KURZ_RESUME_FROM_PROGRESS in the runbook`, false);
  };

  return async (facts) => {
    const fresh = await isNew(facts);
    if (!fresh && !settings.resumeFromProgress) return refuse(facts);
    const plan = { partition, from: Math.max(facts.begin, facts.published ?? 0), to: null };
    if (!fresh) {
      await deletePlanRows(clickHouse, plan);
      log.warn({ event: 'stream_position_resumed', partition, from: plan.from, begin: facts.begin });
    }
    beginAt(plan);
    return plan;
  };
}
