// Tells the TLS front of Kurz whether a domain may have a certificate (Caddy's on-demand TLS). Without this check
// anybody could point any name here and have certificates made until the authority refuses more.

import type { Db } from '@kurz/database';
import type { OperationsAnswer } from '@kurz/process';
import { makeSemaphore } from '@kurz/resilience';
import { isStoreAway } from '../errors/is-store-away';
import { normaliseDomain } from './normalise-domain';
import { mayHaveCertificate, type PermittedDomains } from './permitted-domains';

/** `unknown`: PostgreSQL is away or has too much to do, and the domain is not cached. */
export type CertificateOutcome = { kind: 'permitted' } | { kind: 'refused' } | { kind: 'unknown' };

type Deps = { db: Db; remembered: Pick<PermittedDomains, 'wasPermitted'> };

/** A stranger's handshake can ask for any name, so these queries must not take the connections of other requests. */
const QUERIES_AT_ONCE = 2;
/** The longest wait in the queue; fronts wait 5 s. */
const MAX_WAIT_MS = 2_000;

export type PermitCertificate = (domain: string) => Promise<CertificateOutcome>;

/** When PostgreSQL cannot be queried in time, answers from memory, which knows no refusals. */
export function makePermitCertificate({ db, remembered }: Deps): PermitCertificate {
  const semaphore = makeSemaphore(QUERIES_AT_ONCE);
  return async (domain) => {
    const name = normaliseDomain(domain);
    if (name === undefined || name.includes(':')) return { kind: 'refused' };
    const fromMemory = () => ({ kind: remembered.wasPermitted(name) ? 'permitted' : 'unknown' }) as const;
    const release = await semaphore.take(AbortSignal.timeout(MAX_WAIT_MS)).catch(() => undefined);
    if (!release) return fromMemory();
    try {
      return await queryDatabase(db, name);
    } catch (error) {
      if (!isStoreAway(error)) throw error;
      return fromMemory();
    } finally {
      release();
    }
  };
}

async function queryDatabase(db: Db, name: string): Promise<CertificateOutcome> {
  const zone = await db
    .selectFrom('zones')
    .select('id')
    .where('domain', '=', name)
    .where(mayHaveCertificate)
    .executeTakeFirst();
  return { kind: zone ? 'permitted' : 'refused' };
}

const ANSWERS: Readonly<Record<'permitted' | 'refused' | 'unknown', OperationsAnswer>> = {
  permitted: { status: 200, body: 'permitted\n' },
  refused: { status: 404, body: 'no such domain\n' },
  unknown: { status: 503, body: 'the database cannot be asked\n' },
};

/**
 * GET /tls-allowed?domain=… on the operations port, which only the operator's machines reach. Answers 200 or 404, as
 * Caddy's `on_demand_tls { ask … }` wants it, and 503 when the database cannot be queried.
 */
export function makeTlsAllowedCheck(deps: Deps): (query: URLSearchParams) => Promise<OperationsAnswer> {
  const permitCertificate = makePermitCertificate(deps);
  return async (query) => ANSWERS[(await permitCertificate(query.get('domain') ?? '')).kind];
}
