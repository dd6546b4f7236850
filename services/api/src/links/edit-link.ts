// Edits one link. The returned keys are to be published before the answer.

import type { Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';
import { sql } from 'kysely';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { findFlags, type FlagEntries } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import { refuse, type Refusal } from '../errors/refusal';
import { bodyReaderOf } from '../openapi/body-reader-of';
import { enqueueChange } from '../outbox/enqueue-changes';
import { lockKeys } from '../outbox/lock-keys';
import { changesOf, type LinkEdit, type LinkUpdate } from './changes-of';
import {
  refuseDestination,
  refuseOwnDomains,
  validateDestination,
  type FieldDestination,
} from './validate-destination';
import { editLabels } from './edit-labels';
import { meetsIfMatch, type HeaderValue } from './entity-tag';
import { findLink, findLinkToEdit, isSlugTaken, type LinkAddress } from './find-link';
import { editOf as auditEventOf } from './link-audit-event';
import { conditionsOfRow, type LinkRow } from './link-rows';
import { hashOf } from './link-password';
import { findKeptFlags, keepFlags } from './flagged-keys';
import { composeConditions, conditionsAfter, refuseLarge, type ConditionsEdit } from './rules/rule-object';
import { readSharedParts, validateSlug, type SharedFields, type SharedParts } from './validate-link';
import type { LabelEdit } from './validate-labels';
import { refuseWindow, type WindowEdit } from './validate-window';
import { updateLink } from './update-link';

type EditFields = { url?: string; newSlug?: string; isEnabled?: boolean };
type EditBody = EditFields & SharedParts;

const readFields = bodyReaderOf<EditFields & SharedFields>('LinkEdit');

/** The body of PATCH /urls/:slug: only what is sent changes. */
export function readEdit(body: unknown): { kind: 'edit'; edit: EditBody } | Refusal {
  const outcome = readFields(body);
  if (outcome.kind === 'refused') return outcome;
  const { url, newSlug, isEnabled } = outcome.body;
  const shared = readSharedParts(outcome.body);
  return shared.kind === 'refused'
    ? shared
    : { kind: 'edit', edit: { url, newSlug, isEnabled, ...shared.parts } };
}

/** A link renamed between finding and locking is looked up again. This many times in a row means a client's loop. */
const MAX_ATTEMPTS = 5;

/** The flags of each destination that an edit names, by its location. */
type Flags = ReadonlyMap<string, FlagEntries>;

/** Checks the window as it will be. An edit without a window is not refused for the stored one. */
function refuseEditOfWindow(row: LinkRow, window: WindowEdit): Refusal | undefined {
  const { startsAt = row.starts_at, expiresAt = row.expires_at, expired } = window;
  if (Object.values(window).every((value) => value === undefined)) return undefined;
  const expiredUrl = expired === undefined ? row.expired_url : (expired?.url ?? null);
  return refuseWindow({ startsAt, expiresAt, expiredUrl }, window);
}

/** Checks the sent conditions together with those that the link already has. */
function refuseConditions(row: LinkRow, sent: ConditionsEdit | undefined): Refusal | undefined {
  return sent && refuseLarge(composeConditions(conditionsAfter(conditionsOfRow(row), sent)), sent);
}

/** Refuses a change to a destination that the operator has blocked. */
function refuseBlocked(asked: LinkUpdate, edit: RequestedEdit, flags: Flags): Refusal | undefined {
  const isChanged = ({ field }: FieldDestination) => {
    if (field === 'url') return asked.location !== undefined;
    return (field === 'expiredUrl' ? asked.expired_location : asked.conditions) !== undefined;
  };
  const blocked = destinationsOf(edit).find(
    (destination) =>
      isChanged(destination) && (flags.get(destination.location)?.restrictedBy ?? null) !== null,
  );
  return blocked && refuseDestination('blocked', blocked.field);
}

export type EditedLink = { kind: 'edited'; row: LinkRow; keys: LinkCacheKey[] };

/** `ifMatch`: the If-Match header. An edit of a link that has changed since is refused. */
export type EditLink = (
  address: LinkAddress,
  body: unknown,
  ifMatch?: HeaderValue,
  by?: AuditActor,
) => Promise<EditedLink | Refusal>;

type Written = EditedLink | Refusal | { kind: 'moved' };

/** An edit whose tags are not yet spelled as the workspace spells them. */
type RequestedEdit = Omit<LinkEdit, 'labels'> & { labels: LabelEdit };

/** The destinations to which an edit lets the link lead. */
function destinationsOf({
  destination,
  window,
  conditions,
}: Omit<RequestedEdit, 'labels'>): FieldDestination[] {
  const destinations: FieldDestination[] = destination
    ? [{ field: 'url', location: destination.location }]
    : [];
  if (window?.expired) destinations.push({ field: 'expiredUrl', location: window.expired.location });
  return [...destinations, ...(conditions?.destinations ?? [])];
}

export function makeEditLink({ db }: { db: Db }): EditLink {
  const editOf = async (body: EditBody): Promise<RequestedEdit | Refusal> => {
    const { url, title, newSlug: slug, isEnabled, window, labels, conditions, password } = body;
    const destination = url === undefined ? undefined : await validateDestination(db, url);
    if (destination?.kind === 'refused') return destination;
    const refusal = await refuseOwnDomains(db, destinationsOf({ window, conditions }));
    if (refusal) return refusal;
    const passwordHash = await hashOf(password);
    return { destination, title, slug, isEnabled, window, labels, conditions, passwordHash };
  };

  /** To be called before keys are locked. */
  const flagsOf = async (transaction: Db, edit: RequestedEdit): Promise<Flags> => {
    const locations = destinationsOf(edit).map(({ location }) => location);
    if (locations.length > 0 || edit.slug !== undefined) await lockDestinations(transaction, 'shared');
    const flags = await findFlags(transaction, locations);
    return new Map(flags.map((each, index) => [locations[index] ?? '', each]));
  };

  /** The old key keeps the link's flags, and the new one gives its own. */
  const marksOfRename = async (transaction: Db, row: LinkRow, { slug, is_unsafe }: LinkUpdate) => {
    if (slug === undefined) return {};
    await keepFlags(sql`(SELECT * FROM links WHERE id = ${row.id}) AS link`).execute(transaction);
    const { is_restricted } = row;
    const flags = { is_restricted, is_unsafe: row.is_unsafe || is_unsafe === true };
    return findKeptFlags(transaction, { zoneId: row.zone_id, slug }, flags);
  };

  const write = (
    found: LinkRow,
    edit: RequestedEdit,
    { workspaceId, ifMatch, by }: { workspaceId: string; ifMatch: HeaderValue; by: AuditActor },
  ): Promise<Written> =>
    db.transaction().execute(async (transaction) => {
      const zoneId = found.zone_id;
      const keys = [...new Set([found.slug, edit.slug ?? found.slug])].map((slug) => ({ zoneId, slug }));
      const flags = await flagsOf(transaction, edit);
      await lockKeys(transaction, keys);
      const labels = await editLabels(transaction, { id: found.id, workspaceId }, edit.labels);
      const row = await findLinkToEdit(transaction, found);
      if (!row) return { kind: 'moved' };
      if (!meetsIfMatch(ifMatch, row.version)) return refuse('PRECONDITION_FAILED');
      const unsafeBy = [...flags.values()].find((each) => each.unsafeBy !== null)?.unsafeBy ?? null;
      if (labels.kind === 'refused') return labels;
      const asked = changesOf(row, { ...edit, labels: labels.change }, { unsafeBy });
      const refusal =
        refuseEditOfWindow(row, edit.window ?? {}) ??
        refuseConditions(row, edit.conditions) ??
        (asked && refuseBlocked(asked, edit, flags));
      if (refusal) return refusal;
      // the request that made the change may not have published it yet
      if (!asked) return { kind: 'edited', row, keys: [{ zoneId, slug: row.slug }] };
      // a rename would free its slug for another link, as a deletion would
      if (asked.slug !== undefined && row.is_restricted) return refuse('LINK_RESTRICTED');
      if (asked.slug !== undefined && (await isSlugTaken(transaction, { zoneId, slug: asked.slug }))) {
        return refuse('SLUG_EXISTS');
      }
      const changes = { ...asked, ...(await marksOfRename(transaction, row, asked)) };
      // the change row of the old key comes after the update, so that a tombstone is newer than the link was
      const { tags, ...columns } = changes;
      const updated = await updateLink(transaction, row.id, columns);
      if (tags) await labels.assignTags();
      for (const key of keys) await enqueueChange(transaction, key);
      await writeAuditEvents(transaction, by, [auditEventOf(row, changes, workspaceId)]);
      return { kind: 'edited', row: { ...row, ...changes, ...updated }, keys };
    });

  return async (address, body, ifMatch, by = SYSTEM) => {
    const read = readEdit(body);
    if (read.kind === 'refused') return read;
    const { newSlug } = read.edit;
    // today's slug may stay, even where a later list reserves it
    const slugRefusal = newSlug === undefined || newSlug === address.slug ? undefined : validateSlug(newSlug);
    if (slugRefusal) return slugRefusal;
    const edit = await editOf(read.edit);
    if ('kind' in edit) return edit;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const found = await findLink(db, address);
      if (!found) return refuse('NOT_FOUND');
      const outcome = await write(found, edit, { workspaceId: address.workspaceId, ifMatch, by });
      if (outcome.kind !== 'moved') return outcome;
    }
    return refuse('NOT_FOUND');
  };
}
