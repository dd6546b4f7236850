// The body of a PUT that is a part of a CSV file, as bytes.

import type { IncomingMessage } from 'node:http';
import { refuse } from '../errors/refusal';
import { readBytes } from './read-bytes';
import type { BodyBounds, BodyOutcome } from './read-json-body';

const CSV_TYPE = /^text\/csv[ \t]*(?:;|$)/i;

export async function readCsvBody(
  request: IncomingMessage,
  most: NonNullable<BodyBounds['most']>,
): Promise<BodyOutcome> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (!CSV_TYPE.test(type) || encoding.toLowerCase() !== 'identity') return refuse('CSV_EXPECTED');
  const outcome = await readBytes(request, most.bytes);
  if (outcome.kind === 'too_large') return refuse('BODY_TOO_LARGE', { max: most.shown });
  return outcome.kind === 'bytes' ? { kind: 'body', value: outcome.bytes } : outcome;
}
