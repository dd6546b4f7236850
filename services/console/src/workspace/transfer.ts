import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { useWorkspace } from './workspace-gate';

/** The person whom the workspace is offered to; null for none. */
export function useTransfer() {
  const { id: workspace } = useWorkspace();
  return useQuery({
    queryKey: ['transfer', workspace],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/workspaces/{workspace}', { params: { path: { workspace } }, signal })))
        .transfer ?? null,
  });
}
