// Bytes that are no whole request, on the one port of everything: the address decides which service answers, where there is one.

import { answerClientError as answerOfApi, type ClientError } from '@kurz/api';
import { answerClientError as answerOfRedirector } from '@kurz/redirector';
import type { Duplex } from 'node:stream';
import { routeOf } from './route-of';

/** Bytes that are looked at: a method, and what the API's addresses begin with. */
const MOST_OF_LINE = 64;

export function answerClientError(error: ClientError, socket: Duplex): void {
  const [, target = ''] = error.rawPacket?.toString('latin1', 0, MOST_OF_LINE).split(' ') ?? [];
  if (target !== '' && routeOf(target) === 'api') answerOfApi(error, socket);
  else answerOfRedirector(error, socket);
}
