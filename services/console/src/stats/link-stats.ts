// Reads the stats of a link. Stats that may still grow are polled every two seconds while the window is visible.
// Unchanged stats are not sent again.

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrapChanged } from '../api/client';
import type { ScannedStats } from '../api/types';
import type { LinkAddress } from '../link/link-address';
import type { Range } from '../period/range';
import { useWorkspace } from '../workspace/workspace-gate';
import { liveWait } from './live-wait';

type Window = { from?: string; to?: string };
/** `etag`: for the If-None-Match of the next request. */
type Read = { stats: ScannedStats; etag: string | undefined };

/** Stats of a range. The previous range's stats stay until the new ones arrive. */
export function useLinkStats({ domain, slug }: LinkAddress, { from, to }: Range, today: string) {
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const read = async (window: Window, signal: AbortSignal, known?: Read): Promise<Read> => {
    const path = { workspace: workspace.id, slug };
    const header = known?.etag === undefined ? {} : { 'If-None-Match': known.etag };
    const params = { path, header, query: { zoneDomain: domain, include: 'scans', ...window } };
    const answer = await unwrapChanged(
      api.GET('/workspaces/{workspace}/urls/{slug}/stats', { params, signal }),
    );
    if (answer === 'unchanged' && known) return known;
    if (answer === 'unchanged') throw new Error('neither stats nor a copy of them');
    const { stats, scans = [] } = answer.data;
    return { stats: { ...stats, scans }, etag: answer.etag };
  };
  const since = useQuery<string>({
    queryKey: ['stats', workspace.id, domain, slug, 'since'],
    enabled: from === undefined,
    refetchInterval: ({ state }) => state.status === 'error' && liveWait(state, Date.now()),
    queryFn: async ({ signal }) => (await read({}, signal)).stats.allTime.trackingSince,
  });
  const first = from ?? since.data;
  const queryKey = ['stats', workspace.id, domain, slug, { from: first, to }];
  const { data, ...stats } = useQuery<Read>({
    queryKey,
    enabled: first !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => to >= today && liveWait(state, Date.now()),
    queryFn: ({ signal }) =>
      read({ ...(first !== undefined && { from: first }), to }, signal, queries.getQueryData(queryKey)),
  });
  return {
    ...stats,
    data: data?.stats,
    error: stats.error ?? since.error,
    // without the first day, the response would cover other days than the requested ones
    refetch: first === undefined ? since.refetch : stats.refetch,
  };
}
