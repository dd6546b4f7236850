// A proxy before Kafka looks at whole requests, however the network has cut or joined them.

import type { Interference } from '../proxy/start-proxy';

const SIZE = 4;
/** Bytes before the request's body: size, API, version, correlation id. */
export const REQUEST_HEAD = 12;

/** `api`: the API number in Kafka's protocol. `bytes`: the whole request, including its size field. */
export type KafkaRequest = { api: number; version: number; bytes: Buffer };

/** Calls `passes` once for each request, in order. A request for which it returns false never reaches Kafka. */
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
