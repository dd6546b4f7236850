// Reads one link with the entity tag that an edit of it names.

import { useQuery } from '@tanstack/react-query';
import { api, unwrapTagged } from '../api/client';
import type { Link } from '../api/types';
import { useWorkspace } from '../workspace/workspace-gate';
import type { LinkAddress } from './link-address';

export type TaggedLink = { link: Link; etag: string | undefined };

export async function readLink(
  workspace: string,
  { domain, slug }: LinkAddress,
  signal?: AbortSignal,
): Promise<TaggedLink> {
  const params = { path: { workspace, slug }, query: { zoneDomain: domain } };
  const { data, etag } = await unwrapTagged(
    api.GET('/workspaces/{workspace}/urls/{slug}', { params, signal: signal ?? null }),
  );
  return { link: data.url, etag };
}

export function useLink(address: LinkAddress) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: ['links', id, 'one', address.domain, address.slug],
    queryFn: ({ signal }) => readLink(id, address, signal),
  });
}
