// Tells whether a Kafka in a container serves. Docker accepts connections on its port long before it does.

import { answers } from '@kurz/stack';

const CORRELATION_ID = 7;

/** ApiVersions, version 0, without a client id: length, key 18, version, correlation id, null. */
const API_VERSIONS = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, CORRELATION_ID, 0xff, 0xff]);

export const kafkaAnswers = (port: number): Promise<boolean> =>
  answers(port, API_VERSIONS, (answer) => answer.length >= 8 && answer.readInt32BE(4) === CORRELATION_ID);
