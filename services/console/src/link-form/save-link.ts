// Saves a link. A creation that is sent again, after a lost connection or a new sign-in, is the same creation.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, OWN_PAGE, take, takeTagged } from '../api/client';
import type { Link, LinkEdit, NewLink } from '../api/types';
import { addressOf } from '../link/link-address';
import { readLink, type TaggedLink } from '../link/use-link';
import { useWorkspace } from '../workspace/workspace-gate';

const KEY_BYTES = 16;

export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** A key that stays the same for the same body. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (text !== last.current.text) last.current = { text, key: newIdempotencyKey() };
    return last.current.key;
  };
}

export function useCreateLink(onCreated: (link: Link) => void) {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  return useMutation({
    mutationFn: async (body: NewLink) => {
      const params = { path: { workspace }, header: { ...OWN_PAGE, 'Idempotency-Key': keyOf(body) } };
      return (await take(api.POST('/workspaces/{workspace}/urls', { params, body }))).url;
    },
    onSuccess: (link) => {
      void queries.invalidateQueries({ queryKey: ['links', workspace] });
      onCreated(link);
    },
  });
}

/** `base`: the link as the person saw it. An edit of a link that has changed since is refused with 412. */
export function useEditLink(onEdited: (link: Link) => void) {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ base, body }: { base: TaggedLink; body: LinkEdit }) => {
      const params = {
        path: { workspace, slug: base.link.slug },
        query: { zoneDomain: base.link.zoneDomain },
        header: { ...OWN_PAGE, ...(base.etag !== undefined && { 'If-Match': base.etag }) },
      };
      const answer = await takeTagged(api.PATCH('/workspaces/{workspace}/urls/{slug}', { params, body }));
      return answer.data.url;
    },
    onSuccess: async (link) => {
      await queries.invalidateQueries({ queryKey: ['links', workspace] });
      onEdited(link);
    },
  });
}

/** The link as it is now, past every cache. */
export const readAgain = (workspace: string, { link }: TaggedLink): Promise<TaggedLink> =>
  readLink(workspace, addressOf(link));
