// Makes the writers of a workspace's tags take turns until their transactions end.

import { lockNames, type Db } from '@kurz/database';

/** After the locks of keys, before the row of the quota; who holds it waits for neither. */
export const lockTags = (transaction: Db, workspaceId: string): Promise<void> =>
  lockNames(transaction, [`tags/${workspaceId}`]);
