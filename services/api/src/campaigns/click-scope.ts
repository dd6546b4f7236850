// Which rows of clicks_daily a report reads: a workspace's, in the window, of finished batches.

import { compactionParametersOf, isCounted, type FinishedBatches } from '../analytics/finished-batches';

/** ClickHouse's Date begins here. */
const FIRST_DATE = '1970-01-01';

export type ClickScope = FinishedBatches & {
  workspaceId: string;
  /** The window's first and last day. */
  first: string;
  last: string;
};

/** A condition on the table's rows; its parameters are `parametersOf`. */
export const isInScope = (
  scope: ClickScope,
) => `workspace_id = {workspace:String} AND day BETWEEN {first:Date} AND {last:Date}
  AND ${isCounted(scope)}`;

export function parametersOf({ workspaceId, first, last, ...batches }: ClickScope): Record<string, unknown> {
  return {
    workspace: workspaceId,
    first,
    last: last < FIRST_DATE ? FIRST_DATE : last,
    ...compactionParametersOf(batches),
  };
}
