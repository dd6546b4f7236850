// What a visitor's browser would say of the certificate that the front answers with.

import type { TlsProbe } from '@kurz/outbound';
import type { Finding } from './findings';

/** The state of the certificate, for `tlsState`; undefined when nothing can be said of it. */
export type SeenTls = 'provisioned' | 'failed' | undefined;

/** Fronts renew when a third of the time is left: 30 days of 90. */
const ENDS_SOON_MS = 7 * 86_400_000;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

type CertificateCheck = { findings: Finding[]; seen: SeenTls };

export function checkCertificate(
  probe: TlsProbe,
  { domain, front, now }: { domain: string; front: string; now: number },
): CertificateCheck {
  if (probe.kind === 'refused') return { findings: [], seen: undefined };
  if (probe.kind === 'failed') {
    if (probe.isConnected && probe.reason === 'timeout')
      return { findings: [{ code: 'tls_pending' }], seen: undefined };
    if (probe.isConnected) return { findings: [{ code: 'tls_missing', values: { domain } }], seen: 'failed' };
    return { findings: [{ code: 'front_unreachable', values: { front } }], seen: undefined };
  }
  const { from, until, names, fault, isFor } = probe;
  const failed = (finding: Finding): CertificateCheck => ({ findings: [finding], seen: 'failed' });
  const validity = { from: dayOf(from), until: dayOf(until) };
  if (!isFor)
    return failed({ code: 'tls_wrong_name', found: names, values: { domain, found: names.join(', ') } });
  if (now < from.getTime() || now >= until.getTime())
    return failed({ code: 'tls_expired', values: validity });
  if (fault === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE') return failed({ code: 'tls_chain_incomplete' });
  if (fault !== undefined) return failed({ code: 'tls_untrusted' });
  const endsSoon = until.getTime() - now < Math.min(ENDS_SOON_MS, (until.getTime() - from.getTime()) / 6);
  return { findings: endsSoon ? [{ code: 'tls_ends_soon', values: validity }] : [], seen: 'provisioned' };
}
