// Validates the fields of a link: its slug, its title, and the body of a new link.

import { refuse, type Refusal } from '../errors/refusal';
import { isLonger } from '../http/is-longer';
import { bodyReaderOf } from '../openapi/body-reader-of';
import { isReservedWord } from './reserved-words';
import { readPassword, type PasswordField } from './link-password';
import { readConditions, type ConditionFields } from './rules/read-rules';
import type { ConditionsEdit } from './rules/rule-object';
import { readLabels, type LabelEdit, type LabelFields } from './validate-labels';
import { readWindow, type WindowEdit, type WindowFields } from './validate-window';

const SLUG = /^[A-Za-z0-9_-]{3,1024}$/;

/** The form that every slug has; a path with anything else names no link. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

export type SlugValidity = 'usable' | 'invalid' | 'reserved';

export function slugValidityOf(text: string): SlugValidity {
  if (!isSlug(text)) return 'invalid';
  return isReservedWord(text) ? 'reserved' : 'usable';
}

/** Undefined when the slug may name a link. */
export function validateSlug(slug: string): Refusal | undefined {
  const validity = slugValidityOf(slug);
  if (validity === 'usable') return undefined;
  return refuse(validity === 'invalid' ? 'SLUG_INVALID' : 'SLUG_RESERVED');
}

/** Contract §8, in code points: an emoji is one character, not two. */
export const MAX_TITLE_CHARACTERS = 256;

export type TitleValidity = 'usable' | 'too_long' | 'characters';

// Tab and line breaks may stay. The other controls show nothing, Postgres cannot hold NUL, no UTF-8 has lone
// surrogates, and U+0001 separates the fields of the search text.
const UNUSABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

export function titleValidityOf(title: string): TitleValidity {
  if (UNUSABLE.test(title)) return 'characters';
  if (isLonger(title, MAX_TITLE_CHARACTERS)) return 'too_long';
  return 'usable';
}

/** Undefined when the title may label a link. */
export function validateTitle(title: string): Refusal | undefined {
  const validity = titleValidityOf(title);
  if (validity === 'usable') return undefined;
  const reason = validity === 'too_long' ? 'too_long' : 'unusable_characters';
  return refuse('VALIDATION_FAILED', { field: 'title', reason, max: MAX_TITLE_CHARACTERS });
}

/** The fields that the bodies of new and of edited links share. */
export type SharedFields = { title?: string } & WindowFields & LabelFields & ConditionFields & PasswordField;

export type SharedParts = {
  title?: string;
  window: WindowEdit;
  labels: LabelEdit;
  conditions?: ConditionsEdit;
  /** Null removes the password. */
  password?: string | null;
};

export function readSharedParts(body: SharedFields): { kind: 'parts'; parts: SharedParts } | Refusal {
  const { title } = body;
  const refusal = title === undefined ? undefined : validateTitle(title);
  if (refusal) return refusal;
  const window = readWindow(body);
  if (window.kind === 'refused') return window;
  const labels = readLabels(body);
  if (labels.kind === 'refused') return labels;
  const read = readConditions(body);
  if (read.kind === 'refused') return read;
  const guard = readPassword(body);
  if (guard.kind === 'refused') return guard;
  const parts = { title, window: window.edit, labels: labels.labels, conditions: read.edit };
  return { kind: 'parts', parts: { ...parts, password: guard.password } };
}

type NewLinkFields = { url: string; slug?: string; zoneDomain?: string };
export type NewLinkBody = NewLinkFields & SharedParts & { password?: string };

const readFields = bodyReaderOf<NewLinkFields & SharedFields>('NewLink');

/** Everything that can be validated without the database, except the destination. */
export function validateNewLink(body: unknown): { kind: 'new_link'; link: NewLinkBody } | Refusal {
  const outcome = readFields(body);
  if (outcome.kind === 'refused') return outcome;
  const { url, slug, zoneDomain } = outcome.body;
  const refusal = slug === undefined ? undefined : validateSlug(slug);
  if (refusal) return refusal;
  const shared = readSharedParts(outcome.body);
  if (shared.kind === 'refused') return shared;
  const password = shared.parts.password ?? undefined;
  return { kind: 'new_link', link: { url, slug, zoneDomain, ...shared.parts, password } };
}
