// Checks in the DNS whether a workspace's domain has its TXT record, and stores the result. States: pending (never
// checked), failed (checked, not there), verified (seen once). A verified domain stays so when the record is removed
// later, which watch-domains reports, until another workspace verifies it after it has lapsed.

import type { Db } from '@kurz/database';
import { hasErrorCode } from '@kurz/process';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { UNIQUE_VIOLATION } from '../errors/sql-states';
import { findLapsedZone, releaseLapsedZone } from './lapsed-zone';
import { findOwnZone, type OwnZoneRow } from './own-zone-rows';
import { markZoneVerified } from './mark-zone-verified';
import type { ResolveTxt } from './resolve-txt';
import { verificationRecordOf } from './verification-record';

export type VerifyZoneOutcome =
  /** `replacedZoneId`: the zone of another workspace, which had lapsed and is a claim now. */
  | { kind: 'verified'; replacedZoneId?: string }
  /** `found`: the texts that are there instead. */
  | { kind: 'failed'; found: string[] }
  /** The domain has its zone already: another workspace verified it first, or it is shared. The state stays. */
  | { kind: 'taken' }
  /** The DNS did not answer: the state stays as it was. */
  | { kind: 'unavailable'; reason: string }
  | { kind: 'no_such_zone' };

/** The zone is gone, or needs another record by now: nothing of the verification is kept. */
class StaleRecordError extends Error {}

/** A domain may have many records at one name; a page needs a few to show what is wrong. */
const MAX_SHOWN = 5;
const MAX_SHOWN_CHARACTERS = 200;

export type VerifyZone = (workspaceId: string, zoneId: string, by?: AuditActor) => Promise<VerifyZoneOutcome>;

export function makeVerifyZone({ db, resolveTxt }: { db: Db; resolveTxt: ResolveTxt }): VerifyZone {
  const isTaken = async (domain: string) => {
    const holder = db.selectFrom('zones').select('id').where('domain', '=', domain);
    const isHeld = (await holder.where('is_proven', '=', true).executeTakeFirst()) !== undefined;
    return isHeld && (await findLapsedZone(db, domain)) === undefined;
  };

  /** The first of several concurrent verifications wins. Undefined when the record that was seen is stale. */
  const markVerified = async (
    { id: zoneId, domain, ownership_token: token }: Pick<OwnZoneRow, 'id' | 'domain' | 'ownership_token'>,
    by: AuditActor,
  ): Promise<VerifyZoneOutcome | undefined> => {
    try {
      return await db.transaction().execute(async (transaction) => {
        const replacedZoneId = await releaseLapsedZone(transaction, domain);
        const isMarked = await markZoneVerified(transaction, zoneId, { hasRecord: true, token, by });
        if (!isMarked) throw new StaleRecordError();
        return { kind: 'verified', replacedZoneId };
      });
    } catch (error) {
      if (error instanceof StaleRecordError) return undefined;
      if (hasErrorCode(error, UNIQUE_VIOLATION)) return { kind: 'taken' };
      throw error;
    }
  };

  /** A failure never takes back what another request has verified meanwhile. */
  const noteFailure = (zoneId: string) =>
    db
      .updateTable('zones')
      .set({ ownership_state: 'failed' })
      .where('id', '=', zoneId)
      .where('ownership_state', '<>', 'verified')
      .execute();

  return async (workspaceId, zoneId, by = SYSTEM) => {
    const zone = await findOwnZone(db, workspaceId, zoneId);
    if (!zone || zone.ownership_token === null) return { kind: 'no_such_zone' };
    if (zone.ownership_state === 'verified') return { kind: 'verified' };
    if (await isTaken(zone.domain)) return { kind: 'taken' };
    const record = verificationRecordOf(zone.domain, zone.ownership_token);
    const resolved = await resolveTxt(record.name);
    if (resolved.kind === 'unavailable') return resolved;
    const texts = resolved.kind === 'texts' ? resolved.texts : [];
    const isThere = texts.some((text) => text.trim() === record.value);
    const outcome = isThere ? await markVerified(zone, by) : undefined;
    if (outcome) return outcome;
    if (isThere && !(await findOwnZone(db, workspaceId, zoneId))) return { kind: 'no_such_zone' };
    await noteFailure(zoneId);
    const found = texts.slice(0, MAX_SHOWN).map((text) => text.slice(0, MAX_SHOWN_CHARACTERS));
    return { kind: 'failed', found };
  };
}
