// Wires the three services over the stores. Visits go from the redirector's journal to the ingester, link changes from
// the API by the link cache to the redirector, and live counts from the ingester to the API.

import { makeApi, type Api } from '@kurz/api/make-api';
import type { Ingester } from '@kurz/ingester';
import { makeMemoryLinkCache } from '@kurz/link-cache';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import type { Clock, Closing, Log, Metrics } from '@kurz/process';
import { makeRedirector, type Redirector } from '@kurz/redirector';
import { openCountryLookup } from '@kurz/visitor-facts';
import type { DataFolder } from './data-folder/data-folder';
import { hostAliasesOf } from './http/own-address';
import type { StandaloneSettings } from './settings/standalone-settings';
import { startCounting } from './counting/start-counting';
import type { Stores } from './stores/start-stores';

export type Services = { api: Api; ingester: Ingester; redirector: Redirector };

export type ServicesDeps = {
  stores: Stores;
  folder: DataFolder;
  tokenPepper: string;
  /** The previous pepper, during a rotation. */
  oldTokenPepper: string | undefined;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Each part adds its closing as soon as it is open. */
  closing: Closing;
};

/** About 300 bytes each. An evicted link is read from PostgreSQL again. */
const LINK_CACHE_ENTRIES = 200_000;

/** Starts the services. Work that their start leaves to the background goes on after this resolves. */
export async function startServices(deps: ServicesDeps, settings: StandaloneSettings): Promise<Services> {
  const { stores, folder, clock, log, metrics, closing } = deps;
  const { clickHouse } = stores;
  const { db } = stores.database;

  const linkCache = makeMemoryLinkCache({ maxEntries: LINK_CACHE_ENTRIES });
  closing.add('link_cache', linkCache.close);
  const liveClicks = makeMemoryLiveClicks({ clock });
  closing.add('live clicks', liveClicks.close);
  const countryOf = await openCountryLookup(settings.geoFile);
  const openCountries = () => Promise.resolve(countryOf);
  const { journal, ingester } = await startCounting(
    { stores, folder, liveClicks, countryOf, clock, log, metrics, closing },
    settings,
  );

  const api = makeApi(
    { db, clickHouses: [clickHouse], linkCache, liveClicks, openCountries, clock, log, metrics },
    { tokenPepper: deps.tokenPepper, oldTokenPepper: deps.oldTokenPepper, ...settings.api },
  );
  closing.add('api', api.close);

  const redirector = await makeRedirector(
    { db, linkCache, journal, openCountries, clock, log, metrics },
    { trustedProxies: settings.trustedProxies, hostAliases: hostAliasesOf(settings) },
  );
  closing.add('redirector', redirector.close);
  return { api, ingester, redirector };
}
