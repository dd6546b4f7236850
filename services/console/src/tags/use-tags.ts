// The workspace's tags, and changes of a tag.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, OWN_PAGE, unwrap } from '../api/client';
import { useWorkspace } from '../workspace/workspace-gate';

export function useTags() {
  const { id: workspace } = useWorkspace();
  return useQuery({
    queryKey: ['links', workspace, 'tags'],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/workspaces/{workspace}/tags', { params: { path: { workspace } }, signal })))
        .tags,
  });
}

export type TagChange = { tag: string; to?: { name: string; merge: boolean } };

/** Without `to`, the tag is deleted. */
export function useChangeTag(onDone: () => void) {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ tag, to }: TagChange) => {
      const params = { path: { workspace, tag }, header: OWN_PAGE };
      if (to) await unwrap(api.PATCH('/workspaces/{workspace}/tags/{tag}', { params, body: to }));
      else await unwrap(api.DELETE('/workspaces/{workspace}/tags/{tag}', { params }));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['links', workspace] });
      onDone();
    },
  });
}
