// Admits a request to the byte budget before its body is read. Holds the bytes of the request, its body and the answer
// until the answer has left. A request without room is refused: with 429 when the principal's own share is used up,
// with 503 when the share of the process or of all anonymous requests is.

import type { IncomingMessage } from 'node:http';
import type { Metrics } from '@kurz/process';
import { refuse, type Refusal } from '../errors/refusal';
import { contentOf, lengthOf } from '../http/content-of';
import { readCsvBody } from '../http/read-csv-body';
import { MAX_BODY, readJsonBody, type BodyBounds, type BodyOutcome } from '../http/read-json-body';
import type { Answer, Reserve } from '../http/route';
import { makeByteBudget, type OverBudget, type Principals } from './byte-budget';

export type MemorySettings = {
  /** The most bytes that all requests hold together, and those of one principal; default: 64 and 16 MiB. */
  inFlightBytes?: number;
  inFlightShareBytes?: number;
};

export type Admitted = {
  kind: 'admitted';
  readBody: (bounds?: Pick<BodyBounds, 'maxDepth'>) => Promise<BodyOutcome>;
  /** The body as bytes. */
  readCsv: () => Promise<BodyOutcome>;
  reserve: Reserve;
  /** Makes room for the answer. Only the answer to a GET can still be refused: other requests have taken effect. */
  makeRoom: (answer: Answer) => Answer | Refusal;
};

type AdmissionRequest = {
  message: IncomingMessage;
  hasBody: boolean;
  whenClosed: (then: () => void) => void;
};
export type AdmitRequest = (of: Principals, request: AdmissionRequest) => Admitted | Refusal;

const MIB = 1024 ** 2;
/** The longest body of an anonymous request: public endpoints take an e-mail address, a password, a secret. */
const ANONYMOUS_BODY = { bytes: 16 * 1024, shown: '16 KiB' };
/** What a request takes without its body: headers, socket buffers and statements. */
const REQUEST_BYTES = 20 * 1024;
const RETRY_AFTER = { 'Retry-After': '1' };

const refusals = {
  principal: () => refuse('TOO_MANY_AT_ONCE', {}, RETRY_AFTER),
  anonymous: () => refuse('OVERLOADED', {}, RETRY_AFTER),
  process: () => refuse('OVERLOADED', {}, RETRY_AFTER),
} satisfies Record<OverBudget, () => Refusal>;

/** The size that the body may have. A body without Content-Length counts as the largest one. */
function bodyBytesOf({ headers }: IncomingMessage, most: number): number {
  const length = headers['content-length'];
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : most;
  // a longer body is refused unread
  return Number(length) > most ? 0 : Number(length);
}

export function makeAdmitRequest(deps: { metrics: Metrics }, settings: MemorySettings): AdmitRequest {
  const budget = makeByteBudget({
    processBytes: settings.inFlightBytes ?? 64 * MIB,
    principalBytes: settings.inFlightShareBytes ?? 16 * MIB,
  });
  const { metrics } = deps;
  metrics.gauge('api_in_flight_bytes', 'Bytes of bodies and answers that requests hold', [], (gauge) =>
    gauge.set(budget.held()),
  );
  const refused = metrics.counter(
    'api_over_budget',
    'Requests refused for the bytes in flight, by whose limit',
    ['limit'],
  );
  for (const limit of ['principal', 'anonymous', 'process'] as const) refused.inc({ limit }, 0);

  return (of, { message, hasBody, whenClosed }) => {
    const maxBody = of.kind === 'anonymous' ? ANONYMOUS_BODY : MAX_BODY;
    const hold = budget.open(of);
    whenClosed(hold.release);
    const take = (bytes: number): Refusal | undefined => {
      const over = hold.take(bytes);
      if (over === undefined) return undefined;
      refused.inc({ limit: over });
      return refusals[over]();
    };
    const refusal = take(REQUEST_BYTES + (hasBody ? bodyBytesOf(message, maxBody.bytes) : 0));
    if (refusal) return refusal;
    let reserved = 0;
    return {
      kind: 'admitted',
      readBody: (bounds) => readJsonBody(message, { ...bounds, take, most: maxBody }),
      readCsv: () => readCsvBody(message, maxBody),
      reserve: (bytes) => {
        const overRefusal = take(bytes);
        if (!overRefusal) reserved += bytes;
        return overRefusal;
      },
      makeRoom: (answer) => {
        const content = contentOf(answer);
        const missing = (content === undefined ? 0 : lengthOf(content)) - reserved;
        reserved = 0;
        if (message.method !== 'GET' || missing <= 0) hold.takeAnyway(missing);
        else {
          const overRefusal = take(missing);
          if (overRefusal) return overRefusal;
        }
        return content === undefined ? answer : { ...answer, content };
      },
    };
  };
}
