// A proxy before Kafka answers some requests itself: an error that a real broker gives for a moment now and then, given
// when the test wants it.

import type { Interference } from '../proxy/start-proxy';

/** Bytes before a request's own: size, API, version, correlation id. */
const HEAD = 12;
const SIZE = 4;

/** What Kafka's protocol calls the request, and the versions whose answers `bodies` are. */
export type RequestKind = { api: number; versions: readonly number[] };

function answerTo(request: Buffer, body: Buffer): Buffer {
  const head = Buffer.alloc(SIZE + SIZE);
  head.writeInt32BE(SIZE + body.length);
  request.copy(head, SIZE, SIZE + SIZE, HEAD);
  return Buffer.concat([head, body]);
}

/**
 * Over all connections together, the first requests of this kind get `bodies`, one each; everything else goes on to
 * Kafka. `answered` says how many did, `asked` how many requests there were of any version.
 */
export function answerInstead({ api, versions }: RequestKind, bodies: readonly Buffer[]) {
  let answered = 0;
  let asked = 0;
  const make = (): Interference => {
    let waiting = Buffer.alloc(0);
    return (sent, answer) => {
      waiting = Buffer.concat([waiting, sent]);
      const passing: Buffer[] = [];
      while (waiting.length >= HEAD && waiting.length >= SIZE + waiting.readInt32BE()) {
        const request = waiting.subarray(0, SIZE + waiting.readInt32BE());
        waiting = waiting.subarray(request.length);
        const isOfKind = request.readInt16BE(SIZE) === api;
        if (isOfKind) asked++;
        const isMeant = isOfKind && versions.includes(request.readInt16BE(SIZE + 2));
        const body = isMeant ? bodies[answered] : undefined;
        if (body) {
          answered++;
          answer(answerTo(request, body));
        } else passing.push(request);
      }
      return Buffer.concat(passing);
    };
  };
  return { make, answered: () => answered, asked: () => asked };
}
