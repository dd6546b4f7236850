// Wires the steps that a request of the web app passes: authorization, rate limits, body, handler.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import type { AdmitRequest } from '../admission/admit-request';
import type { BoundLookUp } from '../rate-limits/bound-look-ups';
import type { MakeCounter } from '../rate-limits/make-counters';
import { WINDOW_SECONDS, type RateLimits } from '../rate-limits/rate-limits';
import { makeTakeRequest } from '../rate-limits/take-request';
import { makeAccessTokens } from '../sessions/access-token';
import { makeAuthenticateSession } from '../sessions/authenticate-session';
import { sessionKeysOf } from '../sessions/session-keys';
import type { ApiSettings } from './api-settings';
import { makeAuthorizeConsole } from './console-authorization';
import { makeServeConsoleRoute, type ServeConsoleRoute } from './console-serve-route';

export function makeConsoleServing(
  deps: {
    db: Db;
    clock: Clock;
    rateLimits: RateLimits;
    boundLookUp: BoundLookUp;
    makeCounter: MakeCounter;
    admitRequest: AdmitRequest;
  },
  settings: ApiSettings,
): ServeConsoleRoute {
  const accessTokens = makeAccessTokens(deps, { keys: sessionKeysOf(settings).access });
  const authenticateSession = makeAuthenticateSession({ ...deps, accessTokens });
  const takeOfPerson = makeTakeRequest({ counter: deps.makeCounter('person', WINDOW_SECONDS) });
  const authorize = makeAuthorizeConsole({ authenticateSession, rateLimits: deps.rateLimits, takeOfPerson });
  return makeServeConsoleRoute({ authorize, admitRequest: deps.admitRequest }, settings);
}
