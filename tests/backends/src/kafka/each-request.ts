// A proxy before Kafka looks at whole requests, however the network has cut or joined them.

import type { Interference } from '../proxy/start-proxy';

const SIZE = 4;
/** Bytes before a request's own: size, API, version, correlation id. */
export const REQUEST_HEAD = 12;

/** `api`: the number of Kafka's protocol. `bytes`: all of it, from its size on. */
export type KafkaRequest = { api: number; version: number; bytes: Buffer };

/** `passes` is asked once for each request, in order; one that does not pass never reaches Kafka. */
export function eachRequest(
  passes: (request: KafkaRequest, answer: (bytes: Buffer) => void) => boolean,
): Interference {
  let waiting = Buffer.alloc(0);
  return (sent, answer) => {
    waiting = Buffer.concat([waiting, sent]);
    const passing: Buffer[] = [];
    while (waiting.length >= REQUEST_HEAD && waiting.length >= SIZE + waiting.readInt32BE()) {
      const bytes = waiting.subarray(0, SIZE + waiting.readInt32BE());
      waiting = waiting.subarray(bytes.length);
      const request = { api: bytes.readInt16BE(SIZE), version: bytes.readInt16BE(SIZE + 2), bytes };
      if (passes(request, answer)) passing.push(bytes);
    }
    return Buffer.concat(passing);
  };
}
