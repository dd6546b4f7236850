// Lets kafkajs's admin client answer requests while a partition of any topic has no leader. kafkajs 2.2.4 then takes
// Kafka's metadata of the topics for an error, and repeats the request until it gives up: it asks for all topics even
// when one is meant. Here such a partition is reported with the leader -1.

import Broker from 'kafkajs/src/broker';
import { makePatchedCall } from './make-patched-call';

const withoutErrors = <Answer extends Broker.Metadata>(answer: Answer): Answer => ({
  ...answer,
  topicMetadata: answer.topicMetadata.map((topic) => ({
    ...topic,
    partitionMetadata: topic.partitionMetadata.map((partition) => ({ ...partition, partitionErrorCode: 0 })),
  })),
});

/** `broker`, with its answers parsed so. All else stays its own: it closes its connections when one has ended. */
function lenient(broker: Broker): Broker {
  const { connectionPool } = broker;
  const send = ({ request, response }: Broker.Exchange<Broker.Metadata>) =>
    connectionPool.send({
      request,
      response: { ...response, parse: (answer) => response.parse(withoutErrors(answer)) },
    });
  const pool: unknown = Object.create(connectionPool, { send: { value: send } });
  return Object.create(broker, { connectionPool: { value: pool } }) as Broker;
}

export const withLeaderless = makePatchedCall((isMarked) => {
  const { metadata } = Broker.prototype;
  Broker.prototype.metadata = function (topics) {
    return metadata.call(isMarked() ? lenient(this) : this, topics);
  };
});
