// What ends TLS in front of Kurz asks whether a domain may have a certificate (Caddy's on-demand TLS). Without this
// question anybody could point any name here and have certificates made until the authority refuses more.

import type { Db } from '@kurz/database';
import { isStoreAway } from '../errors/is-store-away';
import { mayHaveCertificate } from './may-have-certificate';
import { normaliseDomain } from './normalise-domain';
import type { PermittedDomains } from './remember-permitted-domains';

/** `unknown`: PostgreSQL cannot be asked, and nobody remembers the domain. */
export type CertificateOutcome = { kind: 'permitted' } | { kind: 'refused' } | { kind: 'unknown' };

type Deps = { db: Db; remembered: Pick<PermittedDomains, 'wasPermitted'> };

/**
 * A custom domain that is permitted is `provisioned` from then on: the front makes its certificate within seconds and
 * does not report back. What cannot be asked is answered from memory, which knows no refusals.
 */
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
    .select(['id', 'tls_state'])
    .where('domain', '=', name)
    .where(mayHaveCertificate)
    .executeTakeFirst();
  if (!zone) return { kind: 'refused' };
  if (zone.tls_state !== null && zone.tls_state !== 'provisioned') {
    await db
      .updateTable('zones')
      .set({ tls_state: 'provisioned' })
      .where('id', '=', zone.id)
      .where('tls_state', 'is not', null)
      .execute();
  }
  return { kind: 'permitted' };
}
