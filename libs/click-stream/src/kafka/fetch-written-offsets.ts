// Fetches the ends of partitions, including the records of open transactions. kafkajs's admin client asks with
// `read_committed`: its answer ends before the oldest open transaction.

import type { Admin } from 'kafkajs';
import Broker from 'kafkajs/src/broker';
import { makePatchedCall } from './make-patched-call';

const READ_UNCOMMITTED = 0;

const withReadUncommitted = makePatchedCall((isMarked) => {
  const { listOffsets } = Broker.prototype;
  Broker.prototype.listOffsets = function (request) {
    return listOffsets.call(this, isMarked() ? { ...request, isolationLevel: READ_UNCOMMITTED } : request);
  };
});

/** The result of `admin.fetchTopicOffsets`, with `high` after the last written record. */
export const fetchWrittenOffsets = (admin: Admin, topic: string) =>
  withReadUncommitted(() => admin.fetchTopicOffsets(topic));
