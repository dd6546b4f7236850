// A transfer as the web app's endpoints show it.

import type { Transfer } from './find-transfer';

export function shownTransfer({ toUserId, toEmail, startedAt }: Transfer) {
  return { toUserId, toEmail, startedAt: startedAt?.toISOString() ?? null };
}
