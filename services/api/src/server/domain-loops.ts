// The background loops of custom domains: they look for TXT records each day, and check set-ups each hour.

import { makeOutbound } from '@kurz/outbound';
import type { CheckDomain } from '../domain-check/check-domain';
import { openCheckDomain } from '../domain-check/open-check-domain';
import { watchSetUps } from '../domain-check/watch-set-ups';
import { makeResolveTxt } from '../zones/resolve-txt';
import { watchDomains } from '../zones/watch-domains';
import type { ApiDeps } from './api-deps';
import type { ApiLoopAges } from './api-loop-ages';
import type { ApiSettings } from './api-settings';

const DOMAIN_CHECK_HOURS = 24;

export type DomainLoops = {
  checkDomain: CheckDomain;
  start: () => void;
  close: () => Promise<void>;
};

export function makeDomainLoops(deps: ApiDeps, settings: ApiSettings, ages: ApiLoopAges): DomainLoops {
  const { dnsServers, outboundAllowed: allowed } = settings;
  const outbound = makeOutbound({ allowed, dnsServers });
  const checkDomain = openCheckDomain({ ...deps, outbound }, settings);
  const verifications = watchDomains(
    { ...deps, resolveTxt: makeResolveTxt(dnsServers), done: () => ages.done('domain_watch') },
    { everyHours: settings.domainCheckHours ?? DOMAIN_CHECK_HOURS },
  );
  const setUps = watchSetUps({ ...deps, checkDomain, done: () => ages.done('domain_set_ups') });
  return {
    checkDomain,
    start: () => {
      verifications.start();
      setUps.start();
    },
    close: async () => {
      await Promise.all([verifications.close(), setUps.close()]);
      outbound.close();
    },
  };
}
