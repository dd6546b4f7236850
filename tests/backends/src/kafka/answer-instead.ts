// A proxy before Kafka answers some requests itself. So a test gets, when it wants it, an error that a real broker
// gives only now and then.

import type { Interference } from '../proxy/start-proxy';
import { eachRequest, REQUEST_HEAD } from './each-request';

const SIZE = 4;

/** The API number of the request in Kafka's protocol, and the versions for which `bodies` are answers. */
export type RequestKind = { api: number; versions: readonly number[] };

function answerTo(request: Buffer, body: Buffer): Buffer {
  const head = Buffer.alloc(SIZE + SIZE);
  head.writeInt32BE(SIZE + body.length);
  request.copy(head, SIZE, SIZE + SIZE, REQUEST_HEAD);
  return Buffer.concat([head, body]);
}

/**
 * Answers the first requests of this kind, over all connections, with `bodies`, one each. All other requests go to
 * Kafka. `answered` counts the requests answered here, `asked` all requests of this API in any version.
 */
export function answerInstead({ api, versions }: RequestKind, bodies: readonly Buffer[]) {
  let answered = 0;
  let asked = 0;
  const make = (): Interference =>
    eachRequest((request, answer) => {
      if (request.api !== api) return true;
      asked++;
      const body = versions.includes(request.version) ? bodies[answered] : undefined;
      if (!body) return true;
      answered++;
      answer(answerTo(request.bytes, body));
      return false;
    });
  return { make, answered: () => answered, asked: () => asked };
}
