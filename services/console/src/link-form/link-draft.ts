// The draft of a link as a person typed it, and the request bodies made from it.

import type { Link, LinkEdit, NewLink } from '../api/types';
import { withScheme } from '../link/with-scheme';
import {
  conditionsDraftOf,
  EMPTY_CONDITIONS,
  sentConditions,
  type ConditionsDraft,
} from './conditions/conditions-draft';
import { isoOfLocal, localTextOf } from './local-moment';

/** Times are local, in the format of their inputs. */
export type LinkDraft = ConditionsDraft & {
  url: string;
  zoneDomain: string;
  slug: string;
  title: string;
  startsAt: string;
  expiresAt: string;
  expiredUrl: string;
  note: string;
  externalId: string;
  /** One tag per line; tag names have no line breaks. */
  tags: string;
  /** Empty for no. */
  isArchived: string;
  /** As typed. Empty leaves the link's password unchanged, or sets none for a new link. */
  password: string;
  /** Empty when the link has no password, or when it is to be removed. */
  hasPassword: string;
};
export type DraftField = keyof LinkDraft;

export const EMPTY_DRAFT: LinkDraft = {
  url: '',
  zoneDomain: '',
  slug: '',
  title: '',
  startsAt: '',
  expiresAt: '',
  expiredUrl: '',
  note: '',
  externalId: '',
  tags: '',
  isArchived: '',
  password: '',
  hasPassword: '',
  ...EMPTY_CONDITIONS,
};

export const tagsOfDraft = (text: string): string[] => (text === '' ? [] : text.split('\n'));
export const textOfTags = (tags: readonly string[]): string => tags.join('\n');

export const draftOf = (link: Link): LinkDraft => ({
  url: link.url,
  zoneDomain: link.zoneDomain,
  slug: link.slug,
  title: link.title,
  startsAt: localTextOf(link.startsAt),
  expiresAt: localTextOf(link.expiresAt),
  expiredUrl: link.expiredUrl ?? '',
  note: link.note ?? '',
  externalId: link.externalId ?? '',
  tags: textOfTags(link.tags ?? []),
  isArchived: link.isArchived ? 'yes' : '',
  password: '',
  hasPassword: link.hasPassword ? 'yes' : '',
  ...conditionsDraftOf(link),
});

/** The body of a creation. Empty fields are left out, so that the service chooses. */
export function newLinkOf(draft: LinkDraft): NewLink {
  const { url, zoneDomain, slug, title, startsAt, expiresAt, expiredUrl } = draft;
  const { note, externalId, tags, isArchived, password } = draft;
  return {
    url: withScheme(url),
    ...(zoneDomain !== '' && { zoneDomain }),
    ...(slug !== '' && { slug }),
    ...(title !== '' && { title }),
    ...(startsAt !== '' && { startsAt: isoOfLocal(startsAt) }),
    ...(expiresAt !== '' && { expiresAt: isoOfLocal(expiresAt) }),
    ...(expiredUrl !== '' && { expiredUrl: withScheme(expiredUrl) }),
    ...(note !== '' && { note }),
    ...(externalId !== '' && { externalId }),
    ...(tags !== '' && { tags: tagsOfDraft(tags) }),
    ...(isArchived !== '' && { isArchived: true }),
    ...(password !== '' && { password }),
    ...sentConditions(EMPTY_CONDITIONS, draft),
  };
}

const EDITABLE = [
  'url',
  'slug',
  'title',
  'startsAt',
  'expiresAt',
  'expiredUrl',
  'note',
  'externalId',
  'tags',
  'isArchived',
  'password',
  'hasPassword',
  'rules',
  'split',
  'forwardQuery',
] as const;

/** The fields that differ between two drafts of one link. */
export const changedFields = (before: LinkDraft, after: LinkDraft): (typeof EDITABLE)[number][] =>
  EDITABLE.filter((field) => before[field] !== after[field]);

/** An empty field becomes null, which removes the stored value. */
const orNull = (text: string, of: (text: string) => string) => (text === '' ? null : of(text));

/** The body of an edit: only what the person changed. */
export function linkEditOf(before: LinkDraft, after: LinkDraft): LinkEdit {
  const changed = new Set<string>(changedFields(before, after));
  return {
    ...(changed.has('url') && { url: withScheme(after.url) }),
    ...(changed.has('title') && { title: after.title }),
    ...(changed.has('slug') && { newSlug: after.slug }),
    ...(changed.has('startsAt') && { startsAt: orNull(after.startsAt, isoOfLocal) }),
    ...(changed.has('expiresAt') && { expiresAt: orNull(after.expiresAt, isoOfLocal) }),
    ...(changed.has('expiredUrl') && { expiredUrl: orNull(after.expiredUrl, withScheme) }),
    ...(changed.has('note') && { note: after.note }),
    ...(changed.has('externalId') && { externalId: after.externalId || null }),
    ...(changed.has('tags') && { tags: tagsOfDraft(after.tags) }),
    ...(changed.has('isArchived') && { isArchived: after.isArchived !== '' }),
    ...(changed.has('hasPassword') && after.hasPassword === '' && { password: null }),
    ...(after.password !== '' && { password: after.password }),
    ...sentConditions(before, after),
  };
}

/** The person's changes on top of another person's save. Fields that they did not change take the other's values. */
export function mergedDraft(before: LinkDraft, mine: LinkDraft, theirs: LinkDraft): LinkDraft {
  const kept = Object.fromEntries(changedFields(before, mine).map((field) => [field, mine[field]]));
  return { ...theirs, ...kept };
}
