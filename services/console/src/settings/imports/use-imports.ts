// The workspace's imports, polled each second while one is active, and the steps of a job.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';
import { useWorkspace } from '../../workspace/workspace-gate';

export type ImportJob = components['schemas']['ImportJob'];
export type PastImport = components['schemas']['PastImport'];

const LOOK_MS = 1_000;

export const isActive = (job: ImportJob | null | undefined): boolean =>
  job?.state === 'checking' || job?.state === 'running' || job?.state === 'undoing';

export function useImports() {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  const imports = useQuery({
    queryKey: ['imports', workspace],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/workspaces/{workspace}/imports', { params: { path: { workspace } }, signal })),
    refetchInterval: ({ state }) => isActive(state.data?.job) && LOOK_MS,
  });
  const state = imports.data?.job?.state;
  // the data of other pages about links is outdated
  useEffect(() => {
    if (state !== 'finished' && state !== 'undone' && state !== 'failed') return;
    for (const name of ['links', 'tags', 'usage'])
      void queries.invalidateQueries({ queryKey: [name, workspace] });
  }, [queries, state, workspace]);
  return imports;
}

/** Runs a step of a job, and refetches the list afterwards. */
export function useJobStep<Of = void>(runStep: (of: Of, workspace: string) => Promise<unknown>) {
  const { id: workspace } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: Of) => runStep(of, workspace),
    // also after a refusal, because the job may be at another step by now
    onSettled: () => queries.invalidateQueries({ queryKey: ['imports', workspace] }),
  });
}

export const checkJob = (job: string, workspace: string) =>
  unwrap(
    api.POST('/workspaces/{workspace}/imports/jobs/{job}/check', { params: { path: { workspace, job } } }),
  );

export const startJob = (job: string, workspace: string) =>
  unwrap(
    api.POST('/workspaces/{workspace}/imports/jobs/{job}/start', { params: { path: { workspace, job } } }),
  );

export const removeJob = (job: string, workspace: string) =>
  unwrap(api.DELETE('/workspaces/{workspace}/imports/jobs/{job}', { params: { path: { workspace, job } } }));

export const undoImport = (id: string, workspace: string) =>
  unwrap(
    api.POST('/workspaces/{workspace}/imports/{import}/undo', {
      params: { path: { workspace, import: id } },
    }),
  );
