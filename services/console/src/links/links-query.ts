// Reads the page of links that an address asks for, and the data of its rows' curves.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import type { Link } from '../api/types';
import { useLinkSearch } from '../link/use-link-search';
import { useWorkspace } from '../workspace/workspace-gate';
import { isFiltered, PAGE_SIZE, type ListQuery } from './list-address';

/**
 * The previous rows stay until the new ones arrive; responses to older requests are dropped. The list is refetched when
 * a person comes back from a link, so that it shows new visits.
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
      unwrap(
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

/** Whether the workspace has no link, not even an archived one; undefined while unknown. `total`: the list's total. */
export function useIsEmpty(query: ListQuery, total: number | undefined): boolean | undefined {
  const mayBeEmpty = total === 0 && !isFiltered(query);
  const { data, error } = useLinkList({ ...query, archived: 'all', page: 1 }, mayBeEmpty);
  if (total === undefined) return undefined;
  if (!mayBeEmpty || error) return false;
  return data && data.total === 0;
}

/** Curves are read less often, because their days change more slowly than the rows' numbers. */
const CURVES_MS = 60_000;

/** Human visits by day of a page's links, by id. The previous page's curves stay until the new ones arrive. */
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
      const { links: read } = await unwrap(
        api.GET('/workspaces/{workspace}/daily-humans', { params, signal }),
      );
      return Object.fromEntries(read.map(({ id, humans }) => [id, humans]));
    },
  });
}
