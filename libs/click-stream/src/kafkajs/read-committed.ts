// kafkajs 2.2.4 hands out messages of aborted transactions: it takes the list of them for one in the order of their first
// offsets, while Kafka sends it in the order of their ends. Here they are hidden as they come in.

import Broker from 'kafkajs/src/broker';
import { hideAborted } from './hide-aborted';

let isRight = false;

/** Once for the process, before the first consumer is made. */
export function readCommitted(): void {
  if (isRight) return;
  isRight = true;
  const { fetch } = Broker.prototype;
  Broker.prototype.fetch = async function (request) {
    const answer = await fetch.call(this, request);
    for (const { partitions } of answer.responses) partitions.forEach(hideAborted);
    return answer;
  };
}
