// Reads the body of a POST or PATCH as a JSON value, or refuses it. Runs after every check that needs no body, so that
// an anonymous caller's megabyte is never read.

import type { IncomingMessage } from 'node:http';
import { refuse, type Refusal } from '../errors/refusal';
import { isJsonUtf8 } from './is-json-utf8';
import { jsonShapeOf } from './json-shape-of';
import { readBytes } from './read-bytes';

/** The 1 MB of contract §8, in the interpretation that refuses less. */
export const MAX_BODY_BYTES = 1_048_576;
export const MAX_BODY = { bytes: MAX_BODY_BYTES, shown: '1 MB' };

/**
 * A batch of 100 links has some 2,000. JSON.parse blocks the event loop: 10 ms for this many, 100 ms and more for
 * 500,000 nested arrays.
 */
export const MAX_VALUES = 50_000;

export type BodyOutcome = { kind: 'body'; value: unknown } | { kind: 'aborted' } | Refusal;

export type BodyBounds = {
  /** Takes the bytes that the value will hold, or refuses. */
  take?: (bytes: number) => Refusal | undefined;
  /** The longest body, and its text in a refusal. */
  most?: { bytes: number; shown: string };
  /** Arrays and objects around the innermost value; default: no limit. */
  maxDepth?: number;
};

function valueOf(bytes: Buffer, { take, maxDepth = Infinity }: BodyBounds): BodyOutcome {
  const shape = jsonShapeOf(bytes);
  if (shape.depth > maxDepth) return refuse('BODY_MALFORMED', { reason: 'too_deep', max: maxDepth });
  if (shape.values > MAX_VALUES) {
    return refuse('BODY_MALFORMED', { reason: 'too_many_values', max: MAX_VALUES });
  }
  const refusal = take?.(shape.bytes);
  if (refusal) return refusal;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('BODY_MALFORMED', { reason: 'malformed_utf8' });
  }
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'body', value };
  } catch {
    return refuse('BODY_MALFORMED', { reason: 'malformed_json' });
  }
}

export async function readJsonBody(request: IncomingMessage, bounds: BodyBounds = {}): Promise<BodyOutcome> {
  if (!isJsonUtf8(request.headers)) return refuse('UNSUPPORTED_MEDIA_TYPE');
  const { most = MAX_BODY } = bounds;
  const outcome = await readBytes(request, most.bytes);
  if (outcome.kind === 'too_large') return refuse('BODY_TOO_LARGE', { max: most.shown });
  return outcome.kind === 'bytes' ? valueOf(outcome.bytes, bounds) : outcome;
}
