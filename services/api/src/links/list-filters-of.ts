// The filters of a list that its query names beside search, campaign and domain: tags, archive, state, days of
// creation.

import { DAY_MS, isCalendarDay } from '@kurz/process';
import { refuse, type Refusal } from '../errors/refusal';
import { readTagName } from '../tags/tag-name';
import type { ListFilters } from './matching';

export type FilterQuery = {
  tag?: string[];
  tagMatch?: 'any' | 'all';
  archived?: 'true' | 'false' | 'all';
  state?: ListFilters['state'];
  createdFrom?: string;
  createdTo?: string;
};

type ReadDay = { kind: 'day'; start: Date | undefined } | Refusal;

function readDay(field: 'createdFrom' | 'createdTo', day: string | undefined): ReadDay {
  if (day === undefined) return { kind: 'day', start: undefined };
  return isCalendarDay(day)
    ? { kind: 'day', start: new Date(`${day}T00:00:00Z`) }
    : refuse('VALIDATION_FAILED', { field, reason: 'not_a_date' });
}

function readTags(sent: readonly string[]): { kind: 'keys'; keys: string[] } | Refusal {
  const keys = new Set<string>();
  for (const one of sent) {
    const read = readTagName('tag', one);
    if (read.kind === 'refused') return read;
    keys.add(read.key);
  }
  return { kind: 'keys', keys: [...keys] };
}

/** Filters that are not given leave nothing out, except that a list has no archived links. */
export function listFiltersOf(query: FilterQuery): { kind: 'filters'; filters: ListFilters } | Refusal {
  const { tag = [], tagMatch = 'any', archived, state, createdFrom, createdTo } = query;
  const tags = readTags(tag);
  if (tags.kind === 'refused') return tags;
  const from = readDay('createdFrom', createdFrom);
  if (from.kind === 'refused') return from;
  const to = readDay('createdTo', createdTo);
  if (to.kind === 'refused') return to;
  if (from.start && to.start && from.start > to.start) {
    return refuse('VALIDATION_FAILED', { field: 'createdFrom', reason: 'after_created_to' });
  }
  const filters: ListFilters = {
    ...(tags.keys.length > 0 && { tagged: { keys: tags.keys, match: tagMatch } }),
    ...((archived === 'true' || archived === 'all') && { archived }),
    ...(state && { state }),
    ...(from.start && { createdFrom: from.start }),
    ...(to.start && { createdBefore: new Date(to.start.getTime() + DAY_MS) }),
  };
  return { kind: 'filters', filters };
}
