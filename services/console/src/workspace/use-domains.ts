// The domains that new links can get, and the domains that existing links may have.

import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { useWorkspace } from './workspace-gate';

type Domains = {
  /** Domains for new links. */
  domains: readonly string[];
  /** The domain that new links get by default. */
  standard: string | undefined;
  /** Domains that links may have, including domains that are switched off or not verified. */
  known: readonly string[];
};

const namesOf = (zones: readonly { domain: string }[]) => [...new Set(zones.map(({ domain }) => domain))];

export function useDomains(isWanted = true): Domains {
  const { id: workspace } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['zones', workspace],
    enabled: isWanted,
    queryFn: ({ signal }) =>
      unwrap(api.GET('/workspaces/{workspace}/zones', { params: { path: { workspace } }, signal })),
  });
  const own = (data?.user ?? []).filter((zone) => zone.isEnabled && zone.ownershipState === 'verified');
  const zones = [...own, ...(data?.global ?? []).filter((zone) => zone.isEnabled)];
  const standard = zones.find((zone) => zone.isDefault)?.domain;
  const known = namesOf([...(data?.user ?? []), ...(data?.global ?? [])]);
  return { domains: namesOf(zones), standard, known };
}
