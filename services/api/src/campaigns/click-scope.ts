// Which rows of clicks_daily a report reads: a workspace's, in the window, of finished plans.

import { finishedPlansOf, IS_FINISHED } from '../analytics/finished-plans';
import type { StreamProgress } from '../analytics/stream-progress';

/** ClickHouse's Date begins here. */
const FIRST_DATE = '1970-01-01';

export type ClickScope = {
  workspaceId: string;
  /** The window's first and last day. */
  first: string;
  last: string;
  /** How far each partition of the stream has been written. */
  progress: StreamProgress['partitions'];
};

/** A condition on the table's rows; its parameters are `parametersOf`. */
export const IS_IN_SCOPE = `workspace_id = {workspace:String} AND day BETWEEN {first:Date} AND {last:Date}
  AND ${IS_FINISHED}`;

export function parametersOf({ workspaceId, first, last, progress }: ClickScope): Record<string, unknown> {
  return {
    workspace: workspaceId,
    first,
    last: last < FIRST_DATE ? FIRST_DATE : last,
    ...finishedPlansOf(progress),
  };
}
