// Says whether a slug that somebody chose may name a link.

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
