// Answers bytes that are no complete request on the shared port. Their path, if any, decides which service answers.

import { answerClientError as answerOfApi, type ClientError } from '@kurz/api';
import { answerClientError as answerOfRedirector } from '@kurz/redirector';
import type { Duplex } from 'node:stream';
import { routeOf } from './route-of';

/** How many bytes are looked at: enough for a method and the prefix of the API's paths. */
const INSPECTED_BYTES = 64;

export function answerClientError(error: ClientError, socket: Duplex): void {
  const [, target = ''] = error.rawPacket?.toString('latin1', 0, INSPECTED_BYTES).split(' ') ?? [];
  if (target !== '' && routeOf(target) === 'api') answerOfApi(error, socket);
  else answerOfRedirector(error, socket);
}
