// Reads the items of PATCH /urls/batch as they were sent: which link each names, and how to change it.

import { refuse, type Refusal } from '../../errors/refusal';
import { bodyReaderOf } from '../../openapi/body-reader-of';
import { MAX_TAGS_OF_LINK, readTagNames, type TagName } from '../../tags/tag-name';
import { addressOf } from '../address-of';
import type { LinkAddress } from '../find-link';
import { readPassword } from '../link-password';
import { destinationOf, refuseDestination, type Destination } from '../validate-destination';

type EditFields = {
  slug: string;
  zoneDomain?: string;
  url?: string;
  isEnabled?: boolean;
  isArchived?: boolean;
  password?: string | null;
  tags?: unknown[] | null;
  addTags?: unknown[];
  removeTags?: unknown[];
};

export type ItemEdit = {
  destination?: Destination;
  isEnabled?: boolean;
  isArchived?: boolean;
  /** Not hashed yet; null removes the password. */
  password?: string | null;
  /** Undefined when the item names no tags. */
  tags?: TagEdit;
};

/** `set` replaces the link's tags; undefined keeps them. Then `add` adds tags and `remove` removes tags. */
export type TagEdit = { set?: readonly TagName[]; add: readonly TagName[]; remove: readonly TagName[] };

export type ReadItem = { kind: 'read'; address: LinkAddress; edit: ItemEdit };

const readFields = bodyReaderOf<EditFields>('BatchEdit');

function readTags({ tags, addTags, removeTags }: EditFields): { kind: 'tags'; tags?: TagEdit } | Refusal {
  if (tags === undefined && addTags === undefined && removeTags === undefined) return { kind: 'tags' };
  const set = readTagNames(tags ?? [], 'tags');
  if (set.kind === 'refused') return set;
  const add = readTagNames(addTags ?? [], 'addTags');
  if (add.kind === 'refused') return add;
  const remove = readTagNames(removeTags ?? [], 'removeTags');
  if (remove.kind === 'refused') return remove;
  return {
    kind: 'tags',
    tags: { ...(tags !== undefined && { set: set.names }), add: add.names, remove: remove.names },
  };
}

/** Validates an item as far as possible without the database. */
export function readItem(
  workspace: { id: string; defaultZoneId: string | null },
  body: unknown,
): ReadItem | Refusal {
  const outcome = readFields(body);
  if (outcome.kind === 'refused') return outcome;
  const { slug, zoneDomain = '', url, isEnabled, isArchived } = outcome.body;
  const named = addressOf({ params: { slug }, query: { zoneDomain }, actor: { workspace } });
  if (named.kind === 'refused') return named;
  const destination = url === undefined ? undefined : destinationOf(url);
  if (destination?.kind === 'refused') return refuseDestination(destination.fault);
  const guard = readPassword(outcome.body);
  if (guard.kind === 'refused') return guard;
  const tags = readTags(outcome.body);
  if (tags.kind === 'refused') return tags;
  return {
    kind: 'read',
    address: named.address,
    edit: { destination, isEnabled, isArchived, password: guard.password, tags: tags.tags },
  };
}

/** The tags after the edit of a link that has the tags `now`. Refused when they would be too many. */
export function tagsAfter(
  { set, add, remove }: TagEdit,
  now: readonly TagName[],
): { kind: 'names'; names: TagName[] } | Refusal {
  const gone = new Set(remove.map(({ key }) => key));
  const names = new Map([...(set ?? now), ...add].map((name) => [name.key, name]));
  const kept = [...names.values()].filter(({ key }) => !gone.has(key));
  return kept.length > MAX_TAGS_OF_LINK
    ? refuse('VALIDATION_FAILED', { field: 'addTags', reason: 'too_many', max: MAX_TAGS_OF_LINK })
    : { kind: 'names', names: kept };
}
