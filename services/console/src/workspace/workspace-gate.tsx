// The workspace of the address, for all pages below it.

import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { Workspace } from '../api/types';
import { readStored, writeStored } from '../browser/stored';
import { useTexts } from '../i18n/texts';
import { useMe, useWorkspaces } from '../session/session';
import { EmptyState, ErrorState, LoadingPage } from '../ui/states';
import { workspaceTexts } from './workspace-texts';

const LAST = 'workspace';

const Current = createContext<Workspace | undefined>(undefined);

/** The workspace of the page. Only below WorkspaceGate. */
export function useWorkspace(): Workspace {
  const workspace = useContext(Current);
  if (!workspace) throw new Error('not below a workspace');
  return workspace;
}

type GateProps = {
  id: string;
  /** Shown in place of `children` to a member who lacks the second factor that the workspace requires. */
  withoutSecondFactor: (workspace: Workspace) => ReactNode;
  children: ReactNode;
};

/** Shows its children with the workspace `id` when the person is a member of it. */
export function WorkspaceGate({ id, withoutSecondFactor, children }: GateProps) {
  const { data: workspaces, error, refetch } = useWorkspaces();
  const { data: me } = useMe();
  const t = useTexts(workspaceTexts);
  const workspace = workspaces?.find((one) => one.id === id);
  useEffect(() => {
    if (workspace) writeStored(LAST, workspace.id);
  }, [workspace]);
  if (workspace && me && workspace.requiresSecondFactor && !me.hasSecondFactor)
    return withoutSecondFactor(workspace);
  if (workspace) return <Current value={workspace}>{children}</Current>;
  if (workspaces) return <EmptyState isPage title={t.noWorkspace} action={<a href="/app/">{t.toLinks}</a>} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <LoadingPage />;
}

/** Redirects `/app/`, `/app/links` and the like to the same page in the workspace that was open last. */
export function HomeRedirect() {
  const { data: workspaces, error, refetch } = useWorkspaces();
  const [location] = useLocation();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!workspaces) return <LoadingPage />;
  const last = readStored(LAST);
  const workspace =
    workspaces.find((one) => one.id === last) ?? workspaces.find((one) => !one.isPersonal) ?? workspaces[0];
  if (!workspace) return <ErrorState error={new Error('no workspace')} />;
  const page = location === '/' ? '/links' : location;
  return <Redirect to={`/w/${workspace.id}${page}${window.location.search}`} replace />;
}
