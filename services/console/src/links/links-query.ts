// The page of links that an address asks for.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client';
import { useWorkspace } from '../workspace/workspace-gate';
import { PAGE_SIZE, type ListQuery } from './list-address';

/** The rows before stay until the new ones are there; answers to older questions are dropped. */
export function useLinkList({ search, page }: ListQuery) {
  const { id: workspace } = useWorkspace();
  return useQuery({
    queryKey: ['links', workspace, { search, page }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      take(
        api.GET('/workspaces/{workspace}/urls', {
          params: {
            path: { workspace },
            query: { limit: PAGE_SIZE, page, ...(search !== '' && { q: search }) },
          },
          signal,
        }),
      ),
  });
}
