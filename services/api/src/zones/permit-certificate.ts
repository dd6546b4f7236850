// What ends TLS in front of Kurz asks whether a domain may have a certificate (Caddy's on-demand TLS). Without this
// question anybody could point any name here and have certificates made until the authority refuses more.

import type { Db } from '@kurz/database';
import type { OperationsAnswer } from '@kurz/process';
import { isStoreAway } from '../errors/is-store-away';
import { normaliseDomain } from './normalise-domain';
import { mayHaveCertificate, type PermittedDomains } from './permitted-domains';

/** `unknown`: PostgreSQL is away, and the domain is not cached. */
export type CertificateOutcome = { kind: 'permitted' } | { kind: 'refused' } | { kind: 'unknown' };

type Deps = { db: Db; remembered: Pick<PermittedDomains, 'wasPermitted'> };

/** What cannot be asked is answered from memory, which knows no refusals. */
export async function permitCertificate(
  { db, remembered }: Deps,
  domain: string,
): Promise<CertificateOutcome> {
  const name = normaliseDomain(domain);
  if (name === undefined || name.includes(':')) return { kind: 'refused' };
  try {
    return await askDatabase(db, name);
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    return { kind: remembered.wasPermitted(name) ? 'permitted' : 'unknown' };
  }
}

async function askDatabase(db: Db, name: string): Promise<CertificateOutcome> {
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
 * Caddy's `on_demand_tls { ask … }` wants it, and 503 when the database cannot be asked.
 */
export const makeTlsQuestion =
  (deps: Parameters<typeof permitCertificate>[0]) =>
  async (query: URLSearchParams): Promise<OperationsAnswer> =>
    ANSWERS[(await permitCertificate(deps, query.get('domain') ?? '')).kind];
