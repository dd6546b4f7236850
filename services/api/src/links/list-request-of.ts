// The query of GET /urls: which links, and which page of them.

import { refuse, type Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';
import { queryReaderOf } from '../openapi/query-reader-of';
import { normaliseDomain } from '../zones/normalise-domain';
import { LIST_ORDERS, type ListOrder } from './list-order';

export type ListRequest = {
  kind: 'list';
  page: number;
  limit: number;
  /** Filters that are not given or empty leave nothing out. */
  q?: string;
  campaign?: string;
  /** As zones store it; null: a text that names no zone at all. */
  zoneDomain?: string | null;
  /** Default: newest first. */
  order?: ListOrder;
};

type ListQuery = { page: number; limit: number; q?: string; campaign?: string; zoneDomain?: string };

const readQuery = queryReaderOf<ListQuery>('listLinks');

export function listRequestOf(query: ApiRequest['query']): ListRequest | Refusal {
  const outcome = readQuery(query);
  if (outcome.kind === 'refused') return outcome;
  const { page, limit, q, campaign, zoneDomain } = outcome.values;
  return {
    kind: 'list',
    page,
    limit,
    ...(q && { q }),
    ...(campaign && { campaign }),
    ...(zoneDomain && { zoneDomain: normaliseDomain(zoneDomain) ?? null }),
  };
}

/** And `sort`, which the web app has and /v1 has not. */
export function sortedListRequestOf(query: ApiRequest['query']): ListRequest | Refusal {
  const request = listRequestOf(query);
  if (request.kind === 'refused') return request;
  const { sort } = query;
  if (sort === undefined || sort === '') return request;
  if (Array.isArray(sort)) return refuse('VALIDATION_FAILED', { field: 'sort', reason: 'repeated' });
  const order = LIST_ORDERS.find((known) => known === sort);
  return order
    ? { ...request, order }
    : refuse('VALIDATION_FAILED', { field: 'sort', reason: 'not_offered' });
}
