// The query of GET /urls: which links, and which page of them.

import type { Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';
import { queryReaderOf } from '../openapi/query-reader-of';
import { normaliseDomain } from '../zones/normalise-domain';

export type ListRequest = {
  kind: 'list';
  page: number;
  limit: number;
  /** Filters that are not given or empty leave nothing out. */
  q?: string;
  campaign?: string;
  /** As zones store it; null: a text that names no zone at all. */
  zoneDomain?: string | null;
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
