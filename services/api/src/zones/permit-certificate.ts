// What ends TLS in front of Kurz asks whether a domain may have a certificate (Caddy's on-demand TLS). Without this
// question anybody could point any name here and have certificates made until the authority refuses more.

import type { Db } from '@kurz/database';
import { normaliseDomain } from './normalise-domain';

export type CertificateOutcome = { kind: 'permitted' } | { kind: 'refused' };

/**
 * Permitted: a shared domain, or a workspace's own whose ownership was verified; switched on. A custom domain is
 * `provisioned` from then on: the front makes its certificate within seconds and does not report back.
 */
export async function permitCertificate(db: Db, domain: string): Promise<CertificateOutcome> {
  const name = normaliseDomain(domain);
  if (name === undefined || name.includes(':')) return { kind: 'refused' };
  const zone = await db
    .selectFrom('zones')
    .select(['id', 'tls_state'])
    .where('domain', '=', name)
    .where('is_enabled', '=', true)
    .where((column) =>
      column.or([column('ownership_state', 'is', null), column('ownership_state', '=', 'verified')]),
    )
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
