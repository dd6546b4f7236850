// Edits the links of a batch for a workspace, in one transaction. Each item has its own outcome, as if they came one
// after the other. The returned keys are to be published before the answer.

import type { Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';
import type { ActingWorkspace } from '../../access/actor';
import type { AuditActor, AuditEvent } from '../../audit/audit-event';
import { writeAuditEvents } from '../../audit/write-audit-events';
import { refuse, type Refusal } from '../../errors/refusal';
import { enqueueChanges } from '../../outbox/enqueue-changes';
import { loadWorkspaceTags, type WorkspaceTags } from '../../tags/load-workspace-tags';
import { storedTagName, type TagName } from '../../tags/tag-name';
import { changesOf, type LinkUpdate } from '../changes-of';
import { checkDestinations, type CheckedDestination } from '../check-destinations';
import { editOf as auditEventOf } from '../link-audit-event';
import type { LinkRow } from '../link-rows';
import { hashPasswords, refuseManyPasswords, type HashedPasswords } from '../link-password';
import { updateLink } from '../update-link';
import { refuseDestination } from '../validate-destination';
import { lockLinks, lockRows } from './lock-links';
import { readItem, tagsAfter, type ItemEdit, type ReadItem } from './read-edits';

export type EditedItem = { kind: 'edited'; row: LinkRow };
export type EditedLinks = { outcomes: (EditedItem | Refusal)[]; keys: LinkCacheKey[] };
export type EditLinks = (
  workspace: ActingWorkspace,
  items: readonly unknown[],
  by: AuditActor,
) => Promise<EditedLinks>;

type World = {
  workspaceId: string;
  /** By id, as the earlier items left them. */
  rows: Map<string, LinkRow>;
  checked: ReadonlyMap<string, CheckedDestination>;
  passwords: HashedPasswords;
  /** Undefined when no item names tags. */
  workspaceTags: WorkspaceTags | undefined;
  /** Tags to assign, by link id. Assigning all at once takes as long as assigning the tags of a few links. */
  tagged: Map<string, readonly TagName[]>;
};

/** The changes that an item makes to its link. `names`: the link's tags after the edit, when they change. */
type Planned = { kind: 'planned'; changes: LinkUpdate | undefined; names: readonly TagName[] };

function plan(row: LinkRow, edit: ItemEdit, { checked, workspaceTags, passwords }: World): Planned | Refusal {
  const { destination, isEnabled, isArchived, password } = edit;
  const passwordHash = typeof password === 'string' ? passwords.hashOf(password) : password;
  if (typeof password === 'string' && passwordHash === undefined) return refuseManyPasswords();
  const found = destination && checked.get(destination.location);
  if (found?.isOwn) return refuseDestination('own_domain');
  const isLedElsewhere = destination !== undefined && destination.url !== row.url;
  if (isLedElsewhere && found && found.flags.restrictedBy !== null) return refuseDestination('blocked');
  const after = edit.tags && tagsAfter(edit.tags, (row.tags ?? []).map(storedTagName));
  if (after?.kind === 'refused') return after;
  if (after && !workspaceTags?.add(after.names)) return refuse('TAG_LIMIT_REACHED');
  const labels = { isArchived, tags: after && workspaceTags?.spelled(after.names) };
  const unsafeBy = found?.flags.unsafeBy ?? null;
  const changes = changesOf(row, { destination, isEnabled, labels, passwordHash }, { unsafeBy });
  return { kind: 'planned', changes, names: after?.names ?? [] };
}

async function assignTags({ workspaceTags, tagged }: World): Promise<void> {
  if (tagged.size > 0) await workspaceTags?.assign([...tagged].map(([linkId, names]) => ({ linkId, names })));
  tagged.clear();
}

type Done = { outcome: EditedItem | Refusal; event?: AuditEvent };

async function editOne(transaction: Db, id: string, edit: ItemEdit, world: World): Promise<Done> {
  const { workspaceId, rows, tagged } = world;
  const row = rows.get(id);
  if (!row) throw new Error('a link went while the lock of its key was held');
  const planned = plan(row, edit, world);
  if (planned.kind === 'refused') return { outcome: planned };
  const { changes, names } = planned;
  if (!changes) return { outcome: { kind: 'edited', row } };
  const { tags, ...columns } = changes;
  const updated = await updateLink(transaction, id, columns);
  // an earlier item may add a tag that this one removes: the tag is created nevertheless
  if (tags && tagged.has(id)) await assignTags(world);
  if (tags) tagged.set(id, names);
  const edited = { ...row, ...changes, ...updated };
  rows.set(id, edited);
  return { outcome: { kind: 'edited', row: edited }, event: auditEventOf(row, changes, workspaceId) };
}

/** The locks come in the order of every other writer: destinations, keys, tags, rows. */
async function openWorld(
  transaction: Db,
  { workspaceId, passwords }: Pick<World, 'workspaceId' | 'passwords'>,
  items: readonly ReadItem[],
): Promise<{ world: World; ids: ReadonlyMap<ReadItem, string> }> {
  const locations = items.flatMap(({ edit }) => edit.destination?.location ?? []);
  const checked =
    locations.length > 0
      ? await checkDestinations(transaction, locations)
      : new Map<string, CheckedDestination>();
  const found = await lockLinks(
    transaction,
    items.map(({ address }) => address),
  );
  const isTagged = items.some(({ edit }) => edit.tags !== undefined);
  const workspaceTags = isTagged ? await loadWorkspaceTags(transaction, workspaceId) : undefined;
  const rows = await lockRows(
    transaction,
    found.filter((id) => id !== undefined),
  );
  const ids = new Map(
    items.flatMap((item, index): [ReadItem, string][] => {
      const id = found[index];
      return id === undefined ? [] : [[item, id]];
    }),
  );
  return { world: { workspaceId, rows, checked, passwords, workspaceTags, tagged: new Map() }, ids };
}

const keyOf = ({ zone_id: zoneId, slug }: LinkRow): LinkCacheKey => ({ zoneId, slug });

export function makeEditLinks({ db }: { db: Db }): EditLinks {
  return async (workspace, bodies, by) => {
    const items = bodies.map((body) => readItem(workspace, body));
    const read = items.filter((item) => item.kind === 'read');
    const passwords = await hashPasswords(read.map(({ edit }) => edit.password));
    return db.transaction().execute(async (transaction) => {
      const { world, ids } = await openWorld(transaction, { workspaceId: workspace.id, passwords }, read);
      const done: Done[] = [];
      for (const item of items) {
        const id = item.kind === 'read' ? ids.get(item) : undefined;
        if (item.kind === 'refused') done.push({ outcome: item });
        else if (id === undefined) done.push({ outcome: refuse('NOT_FOUND') });
        else done.push(await editOne(transaction, id, item.edit, world));
      }
      await assignTags(world);
      const events = done.flatMap(({ event }) => event ?? []);
      const rows = [...world.rows.values()];
      const changed = new Set(events.map(({ subjectId }) => subjectId));
      const keysToEnqueue = rows.filter(({ id }) => changed.has(id)).map(keyOf);
      if (keysToEnqueue.length > 0) await enqueueChanges(transaction, keysToEnqueue);
      await writeAuditEvents(transaction, by, events);
      // also keys of unchanged links: the request that changed them last may not have published yet
      return { outcomes: done.map(({ outcome }) => outcome), keys: rows.map(keyOf) };
    });
  };
}
