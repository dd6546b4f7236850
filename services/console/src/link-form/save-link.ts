// Saves a link. A creation that is sent again, after a lost connection or a new sign-in, takes effect once.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../api/api-error';
import { api, OWN_PAGE, unwrap, unwrapTagged } from '../api/client';
import type { Link, LinkEdit, NewLink } from '../api/types';
import { addressOf } from '../link/link-address';
import { readLink, type TaggedLink } from '../link/use-link';
import { useWorkspace } from '../workspace/workspace-gate';

const KEY_BYTES = 16;

const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Whether the service has decided a creation, and stored its answer under the key. */
function isAnswered(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return (
    status === 400 || code === 'INSUFFICIENT_QUOTA' || (status === 409 && code !== 'IDEMPOTENCY_KEY_IN_USE')
  );
}

/**
 * Sends a creation under an idempotency key that stays the same for the same body until the service has answered. After
 * that the same body is another creation, which must not get the stored answer.
 */
export function useSendOnce() {
  const last = useRef({ text: '', key: '' });
  return async <T>(body: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(body);
    if (text !== last.current.text) last.current = { text, key: newIdempotencyKey() };
    const { key } = last.current;
    const forget = () => {
      if (last.current.key === key) last.current = { text: '', key: '' };
    };
    try {
      const answer = await send(key);
      forget();
      return answer;
    } catch (error) {
      if (isAnswered(error)) forget();
      throw error;
    }
  };
}

export function useCreateLink(onCreated: (link: Link) => void) {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const sendOnce = useSendOnce();
  return useMutation({
    mutationFn: (body: NewLink) =>
      sendOnce(body, async (key) => {
        const params = { path: { workspace }, header: { ...OWN_PAGE, 'Idempotency-Key': key } };
        return (await unwrap(api.POST('/workspaces/{workspace}/urls', { params, body }))).url;
      }),
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
      const answer = await unwrapTagged(api.PATCH('/workspaces/{workspace}/urls/{slug}', { params, body }));
      return answer.data.url;
    },
    onSuccess: async (link) => {
      await queries.invalidateQueries({ queryKey: ['links', workspace] });
      onEdited(link);
    },
  });
}

/** Reads the link's current state, bypassing all caches. */
export const readAgain = (workspace: string, { link }: TaggedLink): Promise<TaggedLink> =>
  readLink(workspace, addressOf(link));
