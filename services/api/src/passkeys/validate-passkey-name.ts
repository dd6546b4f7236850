// Validates the name that a person gives a passkey.

import { refuse, type Refusal } from '../errors/refusal';

const MAX_CHARACTERS = 60;
const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** Returns the name without the white space around it. */
export function validatePasskeyName(sent: string): { kind: 'name'; name: string } | Refusal {
  const name = sent.trim();
  const wrong = (reason: 'empty' | 'unusable_characters' | 'too_long') =>
    refuse('VALIDATION_FAILED', { field: 'name', reason, max: MAX_CHARACTERS });
  if (name === '') return wrong('empty');
  if (UNUSABLE.test(name)) return wrong('unusable_characters');
  return [...name].length > MAX_CHARACTERS ? wrong('too_long') : { kind: 'name', name };
}
