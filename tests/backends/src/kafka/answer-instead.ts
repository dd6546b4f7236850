// A proxy before Kafka answers some requests itself: an error that a real broker gives for a moment now and then, given
// when the test wants it.

import type { Interference } from '../proxy/start-proxy';
import { eachRequest, REQUEST_HEAD } from './each-request';

const SIZE = 4;

/** What Kafka's protocol calls the request, and the versions whose answers `bodies` are. */
export type RequestKind = { api: number; versions: readonly number[] };

function answerTo(request: Buffer, body: Buffer): Buffer {
  const head = Buffer.alloc(SIZE + SIZE);
  head.writeInt32BE(SIZE + body.length);
  request.copy(head, SIZE, SIZE + SIZE, REQUEST_HEAD);
  return Buffer.concat([head, body]);
}

/**
 * Over all connections together, the first requests of this kind get `bodies`, one each; everything else goes on to
 * Kafka. `answered` says how many did, `asked` how many requests there were of any version.
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
