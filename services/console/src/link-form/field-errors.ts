// Which field of the form a refusal is shown at.

import { ApiError, wordsAtField } from '../api/api-error';
import { conditionRefused } from './conditions/field-fault';
import type { DraftField } from './link-draft';

const FIELDS: Readonly<Record<string, DraftField>> = {
  url: 'url',
  title: 'title',
  slug: 'slug',
  newSlug: 'slug',
  zoneDomain: 'zoneDomain',
  startsAt: 'startsAt',
  expiresAt: 'expiresAt',
  expiredUrl: 'expiredUrl',
  password: 'password',
  note: 'note',
  externalId: 'externalId',
  tags: 'tags',
};

/** Refusals that name no field. */
const CODES: Readonly<Record<string, DraftField>> = {
  EXTERNAL_ID_EXISTS: 'externalId',
  TAG_LIMIT_REACHED: 'tags',
};

export function refusedField(error: unknown): DraftField | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code = '', field = '' } = error;
  if (code.startsWith('SLUG_')) return 'slug';
  return CODES[code] ?? FIELDS[field] ?? conditionRefused(error);
}

/** The refusal's text, if it is about this field. */
export const errorAt = (error: unknown, field: DraftField): string | undefined =>
  refusedField(error) === field && error instanceof ApiError ? wordsAtField(error.message) : undefined;
