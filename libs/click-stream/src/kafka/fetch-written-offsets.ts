// Fetches where partitions end with the records of open transactions. kafkajs's admin client asks with `read_committed`:
// its answer ends before the oldest open transaction.

import type { Admin } from 'kafkajs';
import Broker from 'kafkajs/src/broker';
import { makeMarkedQuestion } from './make-marked-question';

const READ_UNCOMMITTED = 0;

const askWritten = makeMarkedQuestion((isMarked) => {
  const { listOffsets } = Broker.prototype;
  Broker.prototype.listOffsets = function (request) {
    return listOffsets.call(this, isMarked() ? { ...request, isolationLevel: READ_UNCOMMITTED } : request);
  };
});

/** What `admin.fetchTopicOffsets` gives, where `high` is the end of what is written. */
export const fetchWrittenOffsets = (admin: Admin, topic: string) =>
  askWritten(() => admin.fetchTopicOffsets(topic));
