// The one place where the server that visitors talk to is made: the composition hands the redirector and gets something
// to listen with, to drain and to close. Both lanes are one server; the lean one can be switched off.

import { createServer } from 'node:http';
import {
  answerExpectContinue,
  boundPipelining,
  cutOffUntaken,
  makeDrainableServer,
  type DrainableServer,
} from '@kurz/process';
import { answerClientError } from './fallback/answer-client-error';
import { redirectServerOptions } from './fallback/redirect-server-options';
import type { Redirector } from './make-redirector';

/** An answer takes milliseconds; what is left after this long is a client that does not read. */
const CUT_OFF_MS = 2_500;

export function makeRedirectServer(
  redirector: Pick<Redirector, 'handle' | 'addLeanLane'>,
  config: { isLeanLaneOn: boolean; maxConnections: number },
): DrainableServer {
  const server = createServer(redirectServerOptions, redirector.handle);
  server.maxConnections = config.maxConnections;
  server.on('clientError', answerClientError);
  cutOffUntaken(server);
  boundPipelining(server);
  answerExpectContinue(server);
  const lane = config.isLeanLaneOn ? redirector.addLeanLane(server) : undefined;
  return makeDrainableServer(server, { cutOffMs: CUT_OFF_MS, lane });
}
