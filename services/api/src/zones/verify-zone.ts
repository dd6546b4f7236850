// Looks in the DNS whether a workspace's domain carries its TXT record, and keeps what was found. States: pending (never
// looked), failed (looked, not there), verified (seen once; it stays so when the record is removed later).

import type { Db } from '@kurz/database';
import { findOwnZone } from './own-zone-rows';
import type { ResolveTxt } from './resolve-txt';
import { verificationRecordOf } from './verification-record';

export type VerifyZoneOutcome =
  | { kind: 'verified' }
  /** `found`: the texts that stand there instead. */
  | { kind: 'failed'; found: string[] }
  /** The DNS did not answer, which says nothing: the state stays what it was. */
  | { kind: 'unavailable'; reason: string }
  | { kind: 'no_such_zone' };

/** A domain may have many records at one name; a page needs a few to show what is wrong. */
const MOST_SHOWN = 5;
const MOST_SHOWN_CHARACTERS = 200;

export type VerifyZone = (workspaceId: string, zoneId: string) => Promise<VerifyZoneOutcome>;

export function makeVerifyZone({ db, resolveTxt }: { db: Db; resolveTxt: ResolveTxt }): VerifyZone {
  /** A failure never takes back what another request has seen meanwhile. */
  const keep = (zoneId: string, state: 'verified' | 'failed') =>
    db
      .updateTable('zones')
      .set({ ownership_state: state })
      .where('id', '=', zoneId)
      .where('ownership_state', '<>', 'verified')
      .execute();

  return async (workspaceId, zoneId) => {
    const zone = await findOwnZone(db, workspaceId, zoneId);
    if (!zone || zone.ownership_token === null) return { kind: 'no_such_zone' };
    if (zone.ownership_state === 'verified') return { kind: 'verified' };
    const record = verificationRecordOf(zone.domain, zone.ownership_token);
    const resolved = await resolveTxt(record.name);
    if (resolved.kind === 'unavailable') return resolved;
    const texts = resolved.kind === 'texts' ? resolved.texts : [];
    const isThere = texts.some((text) => text.trim() === record.value);
    await keep(zoneId, isThere ? 'verified' : 'failed');
    if (isThere) return { kind: 'verified' };
    const found = texts.slice(0, MOST_SHOWN).map((text) => text.slice(0, MOST_SHOWN_CHARACTERS));
    return { kind: 'failed', found };
  };
}
