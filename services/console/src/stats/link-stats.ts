// Reads the stats of a link. Those that may still grow are read every two seconds while the window is visible.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { api, take } from '../api/client';
import type { ScannedStats } from '../api/types';
import type { LinkAddress } from '../link/link-address';
import type { Range } from '../period/range';
import { useWorkspace } from '../workspace/workspace-gate';

const LIVE_MS = 2_000;
/** After a refusal that does not say when to come again. */
const REFUSED_MS = 10_000;

function waitAfter(error: unknown): number {
  if (error instanceof ApiError && error.retryAfter !== undefined) return error.retryAfter * 1_000;
  return REFUSED_MS;
}

/** Stats of a range; those of the range before stay until they are there. */
export function useLinkStats({ domain, slug }: LinkAddress, { from, to }: Range, today: string) {
  const workspace = useWorkspace();
  const read = async (window: { from?: string; to?: string }, signal: AbortSignal) => {
    const path = { workspace: workspace.id, slug };
    const params = { path, query: { zoneDomain: domain, include: 'scans', ...window } };
    const answer = await take(api.GET('/workspaces/{workspace}/urls/{slug}/stats', { params, signal }));
    if (typeof answer === 'string') throw new Error('CSV, which was not asked for');
    return { ...answer.stats, scans: answer.scans ?? [] };
  };
  const since = useQuery({
    queryKey: ['stats', workspace.id, domain, slug, 'since'],
    enabled: from === undefined,
    queryFn: async ({ signal }) => (await read({}, signal)).allTime.trackingSince,
  });
  const first = from ?? since.data;
  const stats = useQuery<ScannedStats>({
    queryKey: ['stats', workspace.id, domain, slug, { from: first, to }],
    enabled: first !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => to >= today && (state.error ? waitAfter(state.error) : LIVE_MS),
    queryFn: ({ signal }) => read({ ...(first !== undefined && { from: first }), to }, signal),
  });
  return { ...stats, error: stats.error ?? since.error };
}
