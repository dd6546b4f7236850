// Fetches where partitions end with the records of open transactions. kafkajs's admin client asks with `read_committed`:
// its answer ends before the oldest open transaction.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Admin } from 'kafkajs';
import Broker from 'kafkajs/src/broker';

const READ_UNCOMMITTED = 0;

/** Set while kafkajs asks on behalf of this file. */
const asking = new AsyncLocalStorage<'written'>();
let isPatched = false;

/** Once for the process. */
function patchListOffsets(): void {
  if (isPatched) return;
  isPatched = true;
  const { listOffsets } = Broker.prototype;
  Broker.prototype.listOffsets = function (request) {
    const isWritten = asking.getStore() === 'written';
    return listOffsets.call(this, isWritten ? { ...request, isolationLevel: READ_UNCOMMITTED } : request);
  };
}

/** What `admin.fetchTopicOffsets` gives, where `high` is the end of what is written. */
export function fetchWrittenOffsets(admin: Admin, topic: string) {
  patchListOffsets();
  return asking.run('written', () => admin.fetchTopicOffsets(topic));
}
