// Where consolidate stands in a partition, and whether that can be true: the plan, the stream and what was published
// must agree, because going on from a wrong position counts visits twice or never.

import type { Db } from '@kurz/database';
import { withinTime } from '../erase/within-time';
import type { Plan, PlanStore } from '../plan/plan-store';
import type { ClickSource } from '../read/click-source';

type Deps = { plans: PlanStore; source: ClickSource; db: Db };

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
  return (await withinTime(PATIENCE_MS, query.executeTakeFirst()))?.position;
}

/** A partition without a plan is new, unless the database knows better. */
async function beginPlan({ plans, source, db }: Deps, partition: number): Promise<Plan> {
  const begin = await source.begin(partition);
  const published = await publishedPosition(db, partition);
  if (published !== undefined && published > begin) {
    throw new Error(
      `partition ${partition} was consolidated to ${published}, but its plan is gone: the ingester's state directory is missing`,
    );
  }
  const plan = { partition, from: begin, to: null };
  await plans.record(plan);
  return plan;
}

async function assertNotOlder({ db }: Deps, plan: Plan): Promise<void> {
  // Postgres being away must not stop the count of ClickHouse
  const published = await publishedPosition(db, plan.partition).catch(() => undefined);
  if (published === undefined || published <= plan.from) return;
  throw new Error(
    `partition ${plan.partition} was consolidated to ${published}, but its plan says ${plan.from}: the ingester's state directory is older than the database`,
  );
}

export async function findPosition(deps: Deps, partition: number): Promise<number> {
  const { plans, source } = deps;
  const plan = await plans.read(partition);
  if (!plan) return (await beginPlan(deps, partition)).from;
  assertWithinStream(plan, await source.durableEnd(partition));
  await assertNotOlder(deps, plan);
  return plan.from;
}
