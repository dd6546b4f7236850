// Whether a chosen slug may name a link, and the refusal of one that may not.

import { refuse, type Refusal } from '../errors/refusal';
import { isReservedWord } from './reserved-words';

const SLUG = /^[A-Za-z0-9_-]{3,1024}$/;

/** The form that every slug has; a path with anything else names no link. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

export type SlugJudgement = 'usable' | 'invalid' | 'reserved';

export function judgeSlug(text: string): SlugJudgement {
  if (!isSlug(text)) return 'invalid';
  return isReservedWord(text) ? 'reserved' : 'usable';
}

/** Undefined when the slug may name a link. */
export function refusalOfSlug(slug: string): Refusal | undefined {
  const judgement = judgeSlug(slug);
  if (judgement === 'usable') return undefined;
  return refuse(judgement === 'invalid' ? 'SLUG_INVALID' : 'SLUG_RESERVED');
}
