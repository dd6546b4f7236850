// The query of GET /urls: which links, and which page of them.

import { refuse, type Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';
import { queryReaderOf } from '../openapi/query-reader-of';
import { normaliseDomain } from '../zones/normalise-domain';
import { NEWEST_FIRST, type ListOrder } from './list-order';
import { listFiltersOf, type FilterQuery } from './list-filters-of';
import type { ListFilters, TagFilter } from './matching';

export type ListRequest = {
  kind: 'list';
  page: number;
  limit: number;
  /** All links as CSV, whatever the page. Default: the page as JSON. */
  format?: 'csv';
  /** Filters that are not given or empty leave nothing out. */
  q?: string;
  campaign?: string;
  /** As zones store it; null: a text that names no zone at all. */
  zoneDomain?: string | null;
  /** Default: newest first. */
  order?: ListOrder;
  tags?: TagFilter;
} & ListFilters;

type ListQuery = FilterQuery & {
  page: number;
  limit: number;
  q?: string;
  campaign?: string;
  zoneDomain?: string;
  sort: ListOrder;
  format: 'json' | 'csv';
};

const readQuery = queryReaderOf<ListQuery>('listLinks');

export function listRequestOf(query: ApiRequest['query']): ListRequest | Refusal {
  const outcome = readQuery(query);
  if (outcome.kind === 'refused') return outcome;
  const { page, limit, q, campaign, zoneDomain, sort, format } = outcome.values;
  const read = listFiltersOf(outcome.values);
  if (read.kind === 'refused') return read;
  return {
    kind: 'list',
    page,
    limit,
    ...(format === 'csv' && { format }),
    ...(q && { q }),
    ...(campaign && { campaign }),
    ...(zoneDomain && { zoneDomain: normaliseDomain(zoneDomain) ?? null }),
    ...(sort !== NEWEST_FIRST && { order: sort }),
    ...read.filters,
  };
}

const TAGS = ['source', 'medium', 'term', 'content'] as const;
/** Sent in the place of a tag for the links that have none. */
const NO_TAG = '~none';

type ParameterOutcome = { kind: 'parameter'; value: string | undefined } | Refusal;

function parameterOf(query: ApiRequest['query'], field: string): ParameterOutcome {
  const value = query[field];
  if (Array.isArray(value)) return refuse('VALIDATION_FAILED', { field, reason: 'repeated' });
  return { kind: 'parameter', value: value === '' ? undefined : value };
}

function tagsOf(query: ApiRequest['query']): { kind: 'tags'; tags: TagFilter } | Refusal {
  const tags: TagFilter = {};
  for (const tag of TAGS) {
    const sent = parameterOf(query, tag);
    if (sent.kind === 'refused') return sent;
    if (sent.value !== undefined) tags[tag] = sent.value === NO_TAG ? null : sent.value;
  }
  return { kind: 'tags', tags };
}

/** Also reads the filters that the web app has and /v1 does not have: the UTM tags beside the campaign. */
export function appListRequestOf(query: ApiRequest['query']): ListRequest | Refusal {
  const request = listRequestOf(query);
  if (request.kind === 'refused') return request;
  const read = tagsOf(query);
  if (read.kind === 'refused') return read;
  const hasTags = Object.keys(read.tags).length > 0;
  return { ...request, ...(hasTags && { tags: read.tags }) };
}
