// What a person typed about a link, and what of it is to be saved.

import type { Link, LinkEdit, NewLink } from '../api/types';
import { withScheme } from '../link/with-scheme';
import {
  conditionsDraftOf,
  EMPTY_CONDITIONS,
  sentConditions,
  type ConditionsDraft,
} from './conditions/conditions-draft';
import { isoOfLocal, localTextOf } from './local-moment';

/** Moments are local ones, as their inputs hold them. */
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
  /** One a line, which no name has. */
  tags: string;
  /** Empty: it is not. */
  isArchived: string;
  /** As typed; empty: the one that the link has, or none. */
  password: string;
  /** Empty: it has none, or is to have none. */
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

/** The body of a creation: what is empty is left to the service. */
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

/** An empty field takes away what was set. */
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

/** The person's changes over what somebody else saved meanwhile: fields they left alone follow the other's. */
export function mergedDraft(before: LinkDraft, mine: LinkDraft, theirs: LinkDraft): LinkDraft {
  const kept = Object.fromEntries(changedFields(before, mine).map((field) => [field, mine[field]]));
  return { ...theirs, ...kept };
}
