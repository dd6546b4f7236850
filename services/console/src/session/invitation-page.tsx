// An invitation: a person with an account signs in and accepts; a person without one makes an account.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { FormError } from '../ui/form-error';
import { LoadingPage } from '../ui/states';
import { Entrance, useSecret } from './entrance';
import { NewPasswordForm } from './new-password-form';
import { useMe } from './session';
import { sessionTexts } from './session-texts';
import { SignInForm } from './sign-in-form';

/** Goes to the workspace that was joined, not to the last one that was open. */
function useJoined(): (joined: { workspaceId: string }) => Promise<void> {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return async ({ workspaceId }) => {
    await queries.invalidateQueries({ queryKey: ['workspaces'] });
    navigate(`/w/${workspaceId}/links`, { replace: true });
  };
}

function Accept({ secret }: { secret: string }) {
  const t = useTexts(sessionTexts);
  const onSuccess = useJoined();
  const accept = useMutation({
    mutationFn: () => unwrap(api.POST('/invitations/accept', { body: { secret } })),
    onSuccess,
  });
  return (
    <>
      <FormError error={accept.error} />
      <Button kind="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
        {t.accept}
      </Button>
    </>
  );
}

function SignUp({ secret, email }: { secret: string; email: string }) {
  const t = useTexts(sessionTexts);
  const onSuccess = useJoined();
  const signUp = useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST('/invitations/sign-up', { body: { secret, password } })),
    onSuccess,
  });
  return (
    <NewPasswordForm
      send={t.signUp}
      hint={t.signUpHint(email)}
      error={signUp.error}
      isBusy={signUp.isPending}
      onPassword={(password) => signUp.mutate(password)}
    />
  );
}

function Invitation({ secret }: { secret: string }) {
  const t = useTexts(sessionTexts);
  const me = useMe();
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: async ({ signal }) =>
      (await unwrap(api.POST('/invitations/read', { body: { secret }, signal }))).invitation,
  });
  if (invitation.error)
    return (
      <>
        <FormError error={invitation.error} />
        <p>
          <a href="/app/">{t.toApp}</a>
        </p>
      </>
    );
  if (!invitation.data || me.isPending) return <LoadingPage />;
  const { workspaceName, role, email, hasAccount } = invitation.data;
  return (
    <>
      <p>{t.invitedTo(workspaceName, t[role])}</p>
      {me.data ? (
        <Accept secret={secret} />
      ) : hasAccount ? (
        <>
          <p>{t.signInFirst}</p>
          <SignInForm onSignedIn={() => void me.refetch()} />
        </>
      ) : (
        <SignUp secret={secret} email={email} />
      )}
    </>
  );
}

export function InvitationPage() {
  const t = useTexts(sessionTexts);
  const secret = useSecret();
  return (
    <Entrance title={t.invitationTitle}>
      {secret === undefined ? <p>{t.linkMissing}</p> : <Invitation key={secret} secret={secret} />}
    </Entrance>
  );
}
