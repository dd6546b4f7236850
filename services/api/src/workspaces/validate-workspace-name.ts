// Validates the name of a workspace in a body: the trimmed name, or the refusal.

import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';

export const MAX_NAME_CHARACTERS = 100;

const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

const readBody = makeBodyReader<{ name: string }>({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
});

export function validateWorkspaceName(body: unknown): { kind: 'name'; name: string } | Refusal {
  const read = readBody(body);
  if (read.kind === 'refused') return read;
  const name = read.body.name.trim();
  const refuseFor = (reason: 'empty' | 'unusable_characters' | 'too_long') =>
    refuse('VALIDATION_FAILED', { field: 'name', reason, max: MAX_NAME_CHARACTERS });
  if (name === '') return refuseFor('empty');
  if (UNUSABLE.test(name)) return refuseFor('unusable_characters');
  return [...name].length > MAX_NAME_CHARACTERS ? refuseFor('too_long') : { kind: 'name', name };
}
