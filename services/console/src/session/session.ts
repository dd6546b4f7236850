// The signed-in person, and the workspaces they are a member of.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { api, unwrap } from '../api/client';
import { askForPasskey } from '../browser/passkeys';
import { useTexts } from '../i18n/texts';
import { useErrorText } from '../ui/error-text';
import { toast } from '../ui/toast';
import { sessionTexts } from './session-texts';

const ME = ['me'];
const WORKSPACES = ['workspaces'];

export const useMe = () =>
  useQuery({
    queryKey: ME,
    queryFn: async ({ signal }) => {
      const { user, ...own } = await unwrap(api.GET('/me', { signal }));
      return { ...user, ...own };
    },
    staleTime: 60_000,
  });

export const useWorkspaces = () =>
  useQuery({
    queryKey: WORKSPACES,
    queryFn: async ({ signal }) => (await unwrap(api.GET('/workspaces', { signal }))).workspaces,
    staleTime: 60_000,
  });

/** The authenticator, the passkeys and the number of recovery codes left. */
export const useSecondFactors = ({ isAsked = true } = {}) =>
  useQuery({
    queryKey: [...ME, 'second-factor'],
    enabled: isAsked,
    queryFn: ({ signal }) => unwrap(api.GET('/me/second-factor', { signal })),
  });

/** Ends the session, then reloads the page, so that no data stays in memory. Shows a notice when this fails. */
export function useSignOut() {
  const t = useTexts(sessionTexts);
  const textOf = useErrorText();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/session')),
    onSuccess: () => window.location.assign('/app/sign-in'),
    onError: (error) => toast(t.stillSignedIn(textOf(error))),
  });
}

/** The requested second factor. For `passkey` a code is accepted too. */
export type AskedFactor = 'code' | 'passkey';

/** What follows the first step of a sign-in. */
export type SignInSteps = { onSignedIn: () => void; onSecondFactor: (asked: AskedFactor) => void };

function useFinish({ onSignedIn, onSecondFactor }: SignInSteps) {
  const queries = useQueryClient();
  return async (answer: { expiresIn: number; secondFactor?: AskedFactor }) => {
    if (answer.secondFactor) return onSecondFactor(answer.secondFactor);
    await queries.invalidateQueries();
    onSignedIn();
  };
}

function useSignedIn(onSignedIn: () => void) {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries();
    onSignedIn();
  };
}

const fetchPasskeyOptions = async () => (await unwrap(api.POST('/session/passkey/options', {}))).options;

const signInBy = (credential: Awaited<ReturnType<typeof askForPasskey>>) =>
  unwrap(api.POST('/session/passkey', { body: { credential } }));

const signInByPasskey = async () => signInBy(await askForPasskey(await fetchPasskeyOptions()));

/** Opens a session by a passkey only. */
export function useSignInByPasskey(onSignedIn: () => void) {
  const onSuccess = useSignedIn(onSignedIn);
  return useMutation({ mutationFn: signInByPasskey, onSuccess });
}

const nothing = () => undefined;

const isExpired = (error: unknown) => error instanceof ApiError && error.code === 'PASSKEY_EXPIRED';

/**
 * Like useSignInByPasskey, but offered by the browser in the field for the e-mail address. An offer that is not taken,
 * or cannot be made, is no error. An offer that is taken after its five minutes asks once more, at once.
 */
export function usePasskeyOffer(onSignedIn: () => void) {
  const finish = useSignedIn(onSignedIn);
  return useMutation({
    mutationFn: async () => {
      const question = await fetchPasskeyOptions().catch(nothing);
      const credential = question && (await askForPasskey(question, { isOffer: true }).catch(nothing));
      return (
        credential &&
        signInBy(credential).catch((error: unknown) => {
          if (!isExpired(error)) throw error;
          return signInByPasskey();
        })
      );
    },
    onSuccess: (signedIn) => signedIn && finish(),
  });
}

/** The second step by a passkey. */
export function usePasskeyAsSecondFactor(onSignedIn: () => void) {
  const onSuccess = useSignedIn(onSignedIn);
  return useMutation({
    mutationFn: async () => {
      const { options } = await unwrap(api.POST('/session/second-factor/passkey/options', {}));
      const credential = await askForPasskey(options);
      return unwrap(api.POST('/session/second-factor/passkey', { body: { credential } }));
    },
    onSuccess,
  });
}

/** The second step: a code of the authenticator, or a recovery code. */
export function useSecondFactor(onSignedIn: () => void) {
  const onSuccess = useSignedIn(onSignedIn);
  return useMutation({
    mutationFn: (code: string) => unwrap(api.POST('/session/second-factor', { body: { code } })),
    onSuccess,
  });
}

/** Opens a session by the secret of a one-time link. */
export function useSignInByLink(next: SignInSteps) {
  const finish = useFinish(next);
  return useMutation({
    mutationFn: (secret: string) => unwrap(api.POST('/session/link', { body: { secret } })),
    onSuccess: finish,
  });
}

/** Opens a session. Queries are refetched, and typed text on the page stays. */
export function useSignIn(next: SignInSteps) {
  const finish = useFinish(next);
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => unwrap(api.POST('/session', { body })),
    onSuccess: finish,
  });
}
