// Checks the set-up of every verified domain of a workspace each hour. Problems are logged once and shown to the
// workspace. The domain goes on serving whatever reaches it.

import type { Db } from '@kurz/database';
import type { Log, Metrics } from '@kurz/process';
import { CLAIM_HOURS, makeDueCheckLoop, type DueCheckLoop } from '../zones/due-check-loop';
import type { CheckDomain } from './check-domain';
import { endClaim, keepCheck, takeDueZones, type DueZone } from './checked-zone';
import { severityOf } from './findings';

const EVERY_HOURS = 1;
/** Domains that are checked in parallel, with some ten DNS questions each. */
const BATCH = 10;

type Deps = {
  db: Db;
  log: Log;
  metrics: Metrics;
  checkDomain: CheckDomain;
  /** Called when all domains that were due, or a page of them, are checked. */
  done?: () => void;
};

const states = ['ready', 'warned', 'broken'] as const;

export function watchSetUps({ db, log, metrics, checkDomain, done }: Deps): DueCheckLoop {
  const checks = metrics.counter('api_domain_set_ups', 'Set-ups of domains looked at each hour', ['state']);
  for (const state of states) checks.inc({ state }, 0);

  const check = async (zone: DueZone) => {
    const outcome = await checkDomain(zone);
    const isKept = await keepCheck(db, zone, outcome);
    await endClaim(db, zone, EVERY_HOURS);
    const errors = outcome.findings.filter((finding) => severityOf(finding) === 'error');
    const state = errors.length > 0 ? 'broken' : outcome.findings.length > 0 ? 'warned' : 'ready';
    checks.inc({ state });
    if (!isKept) return;
    const codes = [...new Set(outcome.findings.map(({ code }) => code))];
    if (zone.problems !== null && codes.join() === zone.problems.join()) return;
    const { id: zoneId, domain, workspaceId } = zone;
    if (state === 'ready' && (zone.problems ?? []).length === 0) return;
    log.info({ event: 'domain_set_up', zoneId, domain, workspaceId, state, codes });
  };

  return makeDueCheckLoop({
    take: () => takeDueZones(db, { claimHours: CLAIM_HOURS, most: BATCH }),
    check,
    done,
    onOutage: (error) => log.debug({ event: 'domains_not_checked', err: error }),
  });
}
