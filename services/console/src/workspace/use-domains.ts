// The domains that new links can have.

import { useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { useWorkspace } from './workspace-gate';

/** `standard`: the one that links get by default. */
export function useDomains(): { domains: readonly string[]; standard: string | undefined } {
  const { id: workspace } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['zones', workspace],
    queryFn: ({ signal }) =>
      take(api.GET('/workspaces/{workspace}/zones', { params: { path: { workspace } }, signal })),
  });
  const own = (data?.user ?? []).filter((zone) => zone.isEnabled && zone.ownershipState === 'verified');
  const zones = [...own, ...(data?.global ?? []).filter((zone) => zone.isEnabled)];
  const standard = zones.find((zone) => zone.isDefault)?.domain;
  return { domains: [...new Set(zones.map((zone) => zone.domain))], standard };
}
