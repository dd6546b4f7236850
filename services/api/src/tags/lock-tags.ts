// Makes the writers of a workspace's tags take turns until their transactions end.

import { lockNames, type Db } from '@kurz/database';

/** To be taken after the locks of keys and before the row of the quota. The holder of that row waits for neither. */
export const lockTags = (transaction: Db, workspaceId: string): Promise<void> =>
  lockNames(transaction, [`tags/${workspaceId}`]);
