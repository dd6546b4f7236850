// Wires the way of the web app's requests: the API hands in what it has and connects the result to its listener.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import type { AdmitRequest } from '../admission/admit-request';
import { makeAccessTokens } from '../console/sessions/access-token';
import { makeFindSignedIn } from '../console/sessions/find-signed-in';
import { sessionKeysOf } from '../console/sessions/session-keys';
import type { BoundLookUp } from '../rate-limits/bound-look-ups';
import { WINDOW_SECONDS, type RateLimits } from '../rate-limits/rate-limits';
import type { MakeCounter } from '../rate-limits/make-counters';
import { makeTakeRequest } from '../rate-limits/take-request';
import type { ApiSettings } from './api-deps';
import { makeAdmit } from './console-admission';
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
  const findSignedIn = makeFindSignedIn({ ...deps, accessTokens });
  const takeOfPerson = makeTakeRequest({ counter: deps.makeCounter('person', WINDOW_SECONDS) });
  const admit = makeAdmit({ findSignedIn, rateLimits: deps.rateLimits, takeOfPerson });
  return makeServeConsoleRoute({ admit, admitRequest: deps.admitRequest }, settings);
}
