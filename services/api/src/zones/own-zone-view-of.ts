// A workspace's own domain as the web app shows it: the zone object of GET /v1/zones, and the fields for managing it.

import type { OwnZoneRow } from './own-zone-rows';
import { verificationRecordOf, type VerificationRecord } from './verification-record';

export type OwnZoneView = {
  id: string;
  domain: string;
  name: string;
  zoneType: 'user';
  isEnabled: boolean;
  isDefault: boolean;
  /** As last seen: `pending` until a certificate was looked at. */
  tlsState: string;
  ownershipState: string;
  rootRedirectURL: string;
  /** The record to put into the DNS of the domain. */
  verification: VerificationRecord;
  /** When the record was last seen; null: never, or the operator vouched for the domain. */
  lastSeenAt: string | null;
  /** Since when a verified domain's record has not been there; null: it is there, or is not checked. */
  missingSince: string | null;
  /** When its set-up was last checked, and the codes of its problems; null and empty when it was never checked. */
  checkedAt: string | null;
  problems: readonly string[];
  createdAt: string;
};

/** `defaultId`: the zone that new links of the workspace get when they name none. */
export function ownZoneViewOf(row: OwnZoneRow, defaultId: string | undefined): OwnZoneView {
  return {
    id: row.id,
    domain: row.domain,
    name: row.name,
    zoneType: 'user',
    isEnabled: row.is_enabled,
    isDefault: row.id === defaultId,
    tlsState: row.tls_state ?? 'pending',
    ownershipState: row.ownership_state ?? 'pending',
    rootRedirectURL: row.root_redirect_url,
    verification: verificationRecordOf(row.domain, row.ownership_token ?? ''),
    lastSeenAt: row.proof_seen_at?.toISOString() ?? null,
    missingSince: row.proof_missing_since?.toISOString() ?? null,
    checkedAt: row.checked_at?.toISOString() ?? null,
    problems: row.problems ?? [],
    createdAt: row.created_at.toISOString(),
  };
}
