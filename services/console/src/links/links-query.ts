// The page of links that an address asks for, and what its rows draw.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client';
import type { Link } from '../api/types';
import { useLinkSearch } from '../link/use-link-search';
import { useWorkspace } from '../workspace/workspace-gate';
import { isFiltered, PAGE_SIZE, type ListQuery } from './list-address';

/**
 * The rows before stay until the new ones are there; answers to older questions are dropped. Who comes back from a link sees
 * what it has got meanwhile.
 */
export function useLinkList({ search, sort, page, tag, archived }: ListQuery, isWanted = true) {
  const { id: workspace } = useWorkspace();
  const searched = useLinkSearch(search);
  return useQuery({
    queryKey: ['links', workspace, { searched, sort, page, tag, archived }],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) =>
      take(
        api.GET('/workspaces/{workspace}/urls', {
          params: {
            path: { workspace },
            query: {
              limit: PAGE_SIZE,
              page,
              sort,
              archived,
              ...searched,
              ...(tag !== '' && { tag: [tag] }),
            },
          },
          signal,
        }),
      ),
  });
}

/** Whether the workspace has no link, archived ones included; `total`: of the list. Undefined: not known yet. */
export function useIsEmpty(query: ListQuery, total: number | undefined): boolean | undefined {
  const mayBeEmpty = total === 0 && !isFiltered(query);
  const { data, error } = useLinkList({ ...query, archived: 'all', page: 1 }, mayBeEmpty);
  if (total === undefined) return undefined;
  if (!mayBeEmpty || error) return false;
  return data && data.total === 0;
}

/** The days of a curve change slowly beside the numbers of the rows. */
const CURVES_MS = 60_000;

/** The humans by day of the links of a page, by id. Curves that are known stay while those of another page are read. */
export function useDailyHumans(links: readonly Link[]) {
  const { id: workspace } = useWorkspace();
  const ids = links.map(({ id }) => id).sort();
  return useQuery({
    queryKey: ['daily-humans', workspace, ids],
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: CURVES_MS,
    queryFn: async ({ signal }) => {
      const params = { path: { workspace }, query: { links: ids.join(',') } };
      const { links: read } = await take(api.GET('/workspaces/{workspace}/daily-humans', { params, signal }));
      return Object.fromEntries(read.map(({ id, humans }) => [id, humans]));
    },
  });
}
