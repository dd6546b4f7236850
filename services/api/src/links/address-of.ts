// Finds which link a request's path and query name, or why they can name none.

import { refuse, type Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';
import { normaliseDomain } from '../zones/normalise-domain';
import type { LinkAddress } from './find-link';
import { isSlug } from './validate-link';

type ParameterOutcome = { kind: 'parameter'; value: string | undefined } | Refusal;

/** A parameter that may be given once. */
function queryParameter(query: ApiRequest['query'], name: string): ParameterOutcome {
  const value = query[name];
  if (Array.isArray(value)) return refuse('VALIDATION_FAILED', { field: name, reason: 'repeated' });
  return { kind: 'parameter', value };
}

export type AddressOutcome = { kind: 'address'; address: LinkAddress } | Refusal;

/** The parts of a request that name a link. */
type Naming = Pick<ApiRequest, 'params' | 'query'> & {
  actor: { workspace: Pick<ApiRequest['actor']['workspace'], 'id' | 'defaultZoneId'> };
};

export function addressOf({ params, query, actor }: Naming): AddressOutcome {
  const slug = params['slug'] ?? '';
  if (!isSlug(slug)) return refuse('SLUG_INVALID');
  const zone = queryParameter(query, 'zoneDomain');
  if (zone.kind === 'refused') return zone;
  const { id: workspaceId, defaultZoneId } = actor.workspace;
  if (!zone.value) return { kind: 'address', address: { workspaceId, defaultZoneId, slug } };
  const zoneDomain = normaliseDomain(zone.value);
  if (zoneDomain === undefined) return refuse('NOT_FOUND');
  return { kind: 'address', address: { workspaceId, defaultZoneId, slug, zoneDomain } };
}
