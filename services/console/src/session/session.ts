// Who is signed in, and which workspaces they are a member of.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '../api/client';

const ME = ['me'];
const WORKSPACES = ['workspaces'];

export const useMe = () =>
  useQuery({
    queryKey: ME,
    queryFn: async ({ signal }) => {
      const { user, ...own } = await take(api.GET('/me', { signal }));
      return { ...user, ...own };
    },
    staleTime: 60_000,
  });

export const useWorkspaces = () =>
  useQuery({
    queryKey: WORKSPACES,
    queryFn: async ({ signal }) => (await take(api.GET('/workspaces', { signal }))).workspaces,
    staleTime: 60_000,
  });

/** Ends the session. The page is loaded anew, so that nothing of it stays in memory. */
export const useSignOut = () =>
  useMutation({
    mutationFn: () => take(api.DELETE('/session')),
    onSuccess: () => window.location.assign('/app/sign-in'),
  });

/** What follows the first step of a sign-in. */
export type SignInSteps = { onSignedIn: () => void; onSecondFactor: () => void };

function useFinish({ onSignedIn, onSecondFactor }: SignInSteps) {
  const queries = useQueryClient();
  return async (answer: object) => {
    if ('secondFactor' in answer) return onSecondFactor();
    await queries.invalidateQueries();
    onSignedIn();
  };
}

/** The second step: a code of the authenticator, or a recovery code. */
export function useSecondFactor(onSignedIn: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => take(api.POST('/session/second-factor', { body: { code } })),
    onSuccess: async () => {
      await queries.invalidateQueries();
      onSignedIn();
    },
  });
}

/** Opens a session by the secret of a one-time link. */
export function useSignInByLink(next: SignInSteps) {
  const finish = useFinish(next);
  return useMutation({
    mutationFn: (secret: string) => take(api.POST('/session/link', { body: { secret } })),
    onSuccess: finish,
  });
}

/** Opens a session; what was read without one is read again, and what is typed on the page stays. */
export function useSignIn(next: SignInSteps) {
  const finish = useFinish(next);
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => take(api.POST('/session', { body })),
    onSuccess: finish,
  });
}
