// What a person typed about a link, and what of it is to be saved.

import type { Link, LinkEdit, NewLink } from '../api/types';

export type LinkDraft = { url: string; zoneDomain: string; slug: string; title: string };
export type DraftField = keyof LinkDraft;

export const EMPTY_DRAFT: LinkDraft = { url: '', zoneDomain: '', slug: '', title: '' };

export const draftOf = ({ url, zoneDomain, slug, title }: Link): LinkDraft => ({
  url,
  zoneDomain,
  slug,
  title,
});

/** `shop.example/a` as an address: people leave out the scheme. Everything else stays as it was typed. */
export const withScheme = (text: string): string =>
  /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]|$)/u.test(text.trim()) && !/^[^/]*:(?!\d)/.test(text.trim())
    ? `https://${text.trim()}`
    : text;

/** The body of a creation: what is empty is left to the service. */
export function newLinkOf({ url, zoneDomain, slug, title }: LinkDraft): NewLink {
  return {
    url: withScheme(url),
    ...(zoneDomain !== '' && { zoneDomain }),
    ...(slug !== '' && { slug }),
    ...(title !== '' && { title }),
  };
}

const EDITABLE = ['url', 'slug', 'title'] as const;

/** The fields that differ between two drafts of one link. */
export const changedFields = (before: LinkDraft, after: LinkDraft): (typeof EDITABLE)[number][] =>
  EDITABLE.filter((field) => before[field] !== after[field]);

/** The body of an edit: only what the person changed. */
export function linkEditOf(before: LinkDraft, after: LinkDraft): LinkEdit {
  const changed = new Set<string>(changedFields(before, after));
  return {
    ...(changed.has('url') && { url: withScheme(after.url) }),
    ...(changed.has('title') && { title: after.title }),
    ...(changed.has('slug') && { newSlug: after.slug }),
  };
}

/** The person's changes over what somebody else saved meanwhile: fields they left alone follow the other's. */
export function mergedDraft(before: LinkDraft, mine: LinkDraft, theirs: LinkDraft): LinkDraft {
  const kept = Object.fromEntries(changedFields(before, mine).map((field) => [field, mine[field]]));
  return { ...theirs, ...kept };
}
