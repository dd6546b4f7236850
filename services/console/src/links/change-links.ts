// Pauses, resumes, archives, tags and deletes links: one, or many with an outcome for each.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { api, OWN_PAGE, unwrap } from '../api/client';
import type { Link } from '../api/types';
import { useWorkspace } from '../workspace/workspace-gate';
import { forEachOf } from './for-each-of';

export type Change = 'pause' | 'resume' | 'archive' | 'unarchive' | 'delete';

const EDITS = {
  pause: { isEnabled: false },
  resume: { isEnabled: true },
  archive: { isArchived: true },
  unarchive: { isArchived: false },
} as const;

/** `error` is undefined when the change is done. */
export type Outcome = { link: Link; error: unknown };

/** How often a refusal with 429 is waited for at most. */
const MAX_WAITS = 5;

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Most links per request. */
const MAX_IN_BATCH = 100;

async function changeOne(workspace: string, link: Link, change: Change): Promise<void> {
  const params = { path: { workspace, slug: link.slug }, query: { zoneDomain: link.zoneDomain } };
  if (change === 'delete') {
    await unwrap(api.DELETE('/workspaces/{workspace}/urls/{slug}', { params }));
    return;
  }
  const body = EDITS[change];
  await unwrap(api.PATCH('/workspaces/{workspace}/urls/{slug}', { params, body }));
}

/** Retries after a refusal with 429, when the service says how long to wait. */
async function retryOn429<T>(work: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return await work();
    } catch (error) {
      const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfter : undefined;
      if (seconds === undefined || waits === MAX_WAITS) throw error;
      await after(seconds * 1_000);
    }
  }
}

export function useChangeLinks(onOutcome: (outcome: Outcome) => void) {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ links, change }: { links: readonly Link[]; change: Change }) =>
      forEachOf(
        links,
        (link) => retryOn429(() => changeOne(workspace, link, change)),
        (link, error) => onOutcome({ link, error }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', workspace] }),
  });
}

/** Changes one link. Rejects with the refusal. */
export function useChangeLink() {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ link, change }: { link: Link; change: Change }) => changeOne(workspace, link, change),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['links', workspace] }),
  });
}

type Tagging = { links: readonly Link[]; addTags: string[]; removeTags: string[] };

async function tagMany(workspace: string, { links, addTags, removeTags }: Tagging): Promise<Outcome[]> {
  const body = { links: links.map(({ slug, zoneDomain }) => ({ slug, zoneDomain, addTags, removeTags })) };
  const params = { path: { workspace }, header: OWN_PAGE };
  const answer = await retryOn429(() =>
    unwrap(api.PATCH('/workspaces/{workspace}/urls/batch', { params, body })),
  );
  return answer.results.flatMap((entry): Outcome[] => {
    const link = links[entry.index];
    if (!link) return [];
    if ('url' in entry) return [{ link, error: undefined }];
    return [{ link, error: new ApiError(entry.error, entry.status, entry.code, entry.field, undefined) }];
  });
}

/** Rejects when a request was refused as a whole. The requests before it are done. */
export function useTagLinks() {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ links, ...tags }: Tagging) => {
      const outcomes: Outcome[] = [];
      for (let at = 0; at < links.length; at += MAX_IN_BATCH) {
        const some = links.slice(at, at + MAX_IN_BATCH);
        outcomes.push(...(await tagMany(workspace, { links: some, ...tags })));
      }
      return outcomes;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', workspace] }),
  });
}
