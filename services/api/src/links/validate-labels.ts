// Validates the labels of a link, as create and edit receive them: a note, an id of the workspace's own, the archive,
// tags.

import { refuse, type Refusal } from '../errors/refusal';
import { isLonger } from '../http/is-longer';
import { readTagNames, type TagName } from '../tags/tag-name';

/** The label fields of a body. null removes a value; undefined leaves it as it is. */
export type LabelFields = {
  note?: string | null;
  externalId?: string | null;
  isArchived?: boolean;
  tags?: unknown[] | null;
};

export type LabelEdit = {
  /** Empty: no note. */
  note?: string;
  externalId?: string | null;
  isArchived?: boolean;
  tags?: readonly TagName[];
};

export const MAX_NOTE_CHARACTERS = 2_000;
export const MAX_EXTERNAL_ID_CHARACTERS = 255;

/** A note may have tabs and line breaks. */
const UNUSABLE_IN_NOTE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;
const UNUSABLE_IN_ID = /[\p{Cc}\p{Cs}]/u;

function refuseText(field: 'note' | 'externalId', text: string): Refusal | undefined {
  const [unusable, max] =
    field === 'note' ? [UNUSABLE_IN_NOTE, MAX_NOTE_CHARACTERS] : [UNUSABLE_IN_ID, MAX_EXTERNAL_ID_CHARACTERS];
  if (unusable.test(text)) return refuse('VALIDATION_FAILED', { field, reason: 'unusable_characters' });
  if (isLonger(text, max)) return refuse('VALIDATION_FAILED', { field, reason: 'too_long', max });
  return field === 'externalId' && text === ''
    ? refuse('VALIDATION_FAILED', { field, reason: 'empty' })
    : undefined;
}

/** Validates each field by itself, without the database. */
export function readLabels(fields: LabelFields): { kind: 'labels'; labels: LabelEdit } | Refusal {
  const { note, externalId, isArchived } = fields;
  const refusal =
    (typeof note === 'string' ? refuseText('note', note) : undefined) ??
    (typeof externalId === 'string' ? refuseText('externalId', externalId) : undefined);
  if (refusal) return refusal;
  const tags = fields.tags === undefined ? undefined : readTagNames(fields.tags ?? []);
  if (tags?.kind === 'refused') return tags;
  const labels = { note: note === undefined ? undefined : (note ?? ''), externalId, isArchived };
  return { kind: 'labels', labels: { ...labels, tags: tags?.names } };
}
