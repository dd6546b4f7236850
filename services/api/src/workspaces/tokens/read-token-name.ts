// The name of a new token, as both cards of the settings send it.

import { refuse, type Refusal } from '../../errors/refusal';

export const MAX_TOKEN_NAME_CHARACTERS = 100;

const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** Without the white space around it. */
export function readTokenName(sent: string): { kind: 'name'; name: string } | Refusal {
  const name = sent.trim();
  const wrong = (reason: 'empty' | 'unusable_characters' | 'too_long') =>
    refuse('VALIDATION_FAILED', { field: 'name', reason, max: MAX_TOKEN_NAME_CHARACTERS });
  if (name === '') return wrong('empty');
  if (UNUSABLE.test(name)) return wrong('unusable_characters');
  return [...name].length > MAX_TOKEN_NAME_CHARACTERS ? wrong('too_long') : { kind: 'name', name };
}
