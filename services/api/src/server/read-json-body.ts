// The body of a POST or PATCH as a value, or why it cannot be one. The request's way calls it after everything that
// needs no body, so that a stranger's megabyte is never read.

import type { IncomingMessage } from 'node:http';
import { refuse, type Refusal } from '../errors/refusal';
import { isJsonUtf8 } from './is-json-utf8';
import { readBytes } from './read-bytes';

/** 1 MB of contract §8, in the reading that refuses less. */
export const MAX_BODY_BYTES = 1_048_576;

export type BodyOutcome = { kind: 'body'; value: unknown } | { kind: 'aborted' } | Refusal;

function valueOf(bytes: Buffer): BodyOutcome {
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

export async function readJsonBody(request: IncomingMessage): Promise<BodyOutcome> {
  if (!isJsonUtf8(request.headers)) return refuse('UNSUPPORTED_MEDIA_TYPE');
  const outcome = await readBytes(request, MAX_BODY_BYTES);
  if (outcome.kind === 'too_large') return refuse('BODY_TOO_LARGE');
  return outcome.kind === 'bytes' ? valueOf(outcome.bytes) : outcome;
}
