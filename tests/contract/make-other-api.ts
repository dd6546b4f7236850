// Another API over the stores of the first, in the same process: like one restarted with other settings, or one of
// several with different clocks.

import type { ApiSettings } from '@kurz/api';
import { makeApi } from '@kurz/api/make-api';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { PEPPER, type TestApi } from './start-api';

type Deps = Parameters<typeof makeApi>[0];

export function makeOtherApi(
  { db, clickHouse, linkCache, liveClicks }: TestApi,
  settings: Partial<ApiSettings> = {},
  deps: Partial<Pick<Deps, 'clock' | 'loopAges'>> = {},
) {
  const stores = { db, clickHouses: [clickHouse] as const, linkCache, liveClicks };
  return makeApi(
    { ...stores, clock: systemClock, log: silentLog, metrics: makeMetrics(), ...deps },
    { tokenPepper: PEPPER, ...settings },
  );
}
