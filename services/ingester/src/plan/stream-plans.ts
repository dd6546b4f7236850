// Consolidate's plans beside the committed offsets of its group. The session that owns the partition records a plan, so a
// member that lost it is refused; every process may read.

import type { CommittedOffset, StreamOffsets, StreamSession } from '@kurz/click-stream';
import { streamGroupOf } from '../source/consumer-name';
import { recent } from '../waiting/recent';
import type { JournalOrder } from './journal-order';
import { decodePlanMetadata, encodePlanMetadata } from './plan-metadata';
import type { Plan, PlanStore } from './plan-store';

const GROUP = streamGroupOf('consolidate');
const RECENT_MS = 250;

const planOf = (partition: number, { offset, metadata }: CommittedOffset): Plan => {
  const { to } = decodePlanMetadata(metadata);
  if (to !== null && to <= offset)
    throw new Error(`the plan of partition ${partition} ends before ${offset}`);
  return { partition, from: offset, to };
};

/** For those who only look: positions may be a moment old, and never ahead of the truth. */
export function makeCommittedPlans(offsets: StreamOffsets): PlanStore {
  const committed = recent(() => offsets.committed(GROUP), RECENT_MS);
  return {
    read: async (partition) => {
      const found = (await committed()).get(partition);
      return found && planOf(partition, found);
    },
    record: () => Promise.reject(new Error('only the owner of a partition records its plan')),
    partitions: async () => [...(await committed()).keys()],
  };
}

export type SessionPlans = PlanStore & {
  /** Goes on from here, whatever is committed, until the first plan of this session is recorded. */
  beginAt: (plan: Plan) => void;
  /** What this session has found or left committed. */
  known: () => CommittedOffset | undefined;
};

type Deps = {
  offsets: StreamOffsets;
  session: StreamSession;
  order: JournalOrder;
  onPlan: (plan: Plan) => void;
};

export function makeSessionPlans({ offsets, session, order, onPlan }: Deps): SessionPlans {
  const { partition, lost } = session;
  let begun: Plan | undefined;
  let known: CommittedOffset | undefined;

  return {
    read: async () => {
      const found = begun ? undefined : (await offsets.committed(GROUP)).get(partition);
      if (lost.aborted) throw new Error(`partition ${partition} is not this process's any more`);
      if (begun) return begun;
      if (!found) return undefined;
      known = found;
      order.load(decodePlanMetadata(found.metadata).seen);
      return planOf(partition, found);
    },
    record: async (plan) => {
      const metadata = encodePlanMetadata({ to: plan.to, seen: order.seen() });
      await session.commit(plan.from, metadata);
      begun = undefined;
      known = { offset: plan.from, metadata };
      onPlan(plan);
    },
    partitions: async () => [...(await offsets.committed(GROUP)).keys()],
    beginAt: (plan) => void (begun = plan),
    known: () => known,
  };
}
