// Which link a request's path and query name, or why they can name none.

import { refuse, type Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';
import { zoneDomainOf } from '../zones/zone-domain-of';
import type { LinkAddress } from './find-link';
import { isSlug } from './judge-slug';
import { queryParameter } from './query-parameter';

export type AddressOutcome = { kind: 'address'; address: LinkAddress } | Refusal;

export function addressOf({ params, query, actor }: ApiRequest): AddressOutcome {
  const slug = params['slug'] ?? '';
  if (!isSlug(slug)) return refuse('SLUG_INVALID');
  const zone = queryParameter(query, 'zoneDomain');
  if (zone.kind === 'refused') return zone;
  const { id: workspaceId, defaultZoneId } = actor.workspace;
  if (!zone.value) return { kind: 'address', address: { workspaceId, defaultZoneId, slug } };
  const zoneDomain = zoneDomainOf(zone.value);
  if (zoneDomain === undefined) return refuse('NOT_FOUND');
  return { kind: 'address', address: { workspaceId, defaultZoneId, slug, zoneDomain } };
}
