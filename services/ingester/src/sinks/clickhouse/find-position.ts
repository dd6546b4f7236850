// Where consolidate stands in a partition, and whether that can be true: the plan, the stream and what was published
// must agree, because going on from a wrong position counts visits twice or never.

import type { Db } from '@kurz/database';
import { within } from '@kurz/resilience';
import type { Plan, PlanStore } from '../../plan/plan-store';
import type { PartitionSource } from '../../source/partition-source';

type Deps = {
  plans: PlanStore;
  source: PartitionSource;
  db: Db;
  /**
   * Called where the plan cannot be true: it is gone, or older than what was published. Gives the plan to go on with,
   * or throws, as everyone does who has no way to know better.
   */
  planFor?: (facts: LostPlan) => Promise<Plan>;
};

/** `begin` is that of the stream; `plan` is undefined when there is none. */
export type LostPlan = { begin: number; plan: Plan | undefined; published: number | undefined };

const PATIENCE_MS = 2_000;

/** Throws when the plan lies beyond the stream: the journal was replaced under it. */
export function assertWithinStream(plan: Plan, end: number): void {
  const reached = plan.to ?? plan.from;
  if (reached <= end) return;
  throw new Error(
    `partition ${plan.partition} was consolidated to ${reached}, but its stream ends at ${end}: the journal and the ingester's state do not belong together`,
  );
}

async function publishedPosition(db: Db, partition: number): Promise<number | undefined> {
  const query = db.selectFrom('stream_progress').select('position').where('stream_partition', '=', partition);
  return (await within(PATIENCE_MS, query.executeTakeFirst()))?.position;
}

/** A partition without a plan is new, unless the database knows better. */
async function beginPlan({ plans, source, db, planFor }: Deps): Promise<Plan> {
  const { partition } = source;
  const begin = await source.begin();
  const published = await publishedPosition(db, partition);
  if (planFor) return planFor({ begin, plan: undefined, published });
  if (published !== undefined && published > begin) {
    throw new Error(
      `partition ${partition} was consolidated to ${published}, but its plan is gone: the ingester's state directory is missing`,
    );
  }
  const plan = { partition, from: begin, to: null };
  await plans.record(plan);
  return plan;
}

async function notOlder({ db, source, planFor }: Deps, plan: Plan): Promise<Plan> {
  // Postgres being away must not stop the count of ClickHouse
  const published = await publishedPosition(db, plan.partition).catch(() => undefined);
  if (published === undefined || published <= plan.from) return plan;
  if (planFor) return planFor({ begin: await source.begin(), plan, published });
  throw new Error(
    `partition ${plan.partition} was consolidated to ${published}, but its plan says ${plan.from}: the ingester's state directory is older than the database`,
  );
}

export async function findPosition(deps: Deps): Promise<number> {
  const { plans, source } = deps;
  const plan = await plans.read(source.partition);
  if (!plan) return (await beginPlan(deps)).from;
  assertWithinStream(plan, await source.syncedEnd());
  return (await notOlder(deps, plan)).from;
}
