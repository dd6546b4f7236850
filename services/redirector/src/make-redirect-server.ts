// The visitors' server: listens, drains and closes. Fast path and fallback are one server; the fast path can be
// switched off.

import { createServer } from 'node:http';
import {
  answerExpectContinue,
  limitPipelining,
  addWriteTimeout,
  makeDrainableServer,
  type DrainableServer,
} from '@kurz/process';
import { answerClientError } from './fallback/answer-client-error';
import { redirectServerOptions } from './fallback/redirect-server-options';
import type { Redirector } from './make-redirector';

/** An answer takes milliseconds; what is left after this long is a client that does not read. */
const CUT_OFF_MS = 2_500;

export function makeRedirectServer(
  redirector: Pick<Redirector, 'handle' | 'addFastPath'>,
  config: { isFastPathOn: boolean; maxConnections: number },
): DrainableServer {
  const server = createServer(redirectServerOptions, redirector.handle);
  server.maxConnections = config.maxConnections;
  server.on('clientError', answerClientError);
  addWriteTimeout(server);
  limitPipelining(server);
  answerExpectContinue(server);
  const fastPath = config.isFastPathOn ? redirector.addFastPath(server) : undefined;
  const drainable = makeDrainableServer(server, { cutOffMs: CUT_OFF_MS });
  if (fastPath) drainable.addPart(fastPath);
  return drainable;
}
