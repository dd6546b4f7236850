// An invitation: who has an account signs in and accepts, who has none makes one.

import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { api, take } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FormError } from '../ui/form-error';
import { ErrorState, LoadingPage } from '../ui/states';
import { Entrance, takeSecret } from './entrance';
import { useMe } from './session';
import { sessionTexts } from './session-texts';
import { SignInForm } from './sign-in-form';

function Accept({ secret }: { secret: string }) {
  const t = useTexts(sessionTexts);
  const [, navigate] = useLocation();
  const accept = useMutation({
    mutationFn: () => take(api.POST('/invitations/accept', { body: { secret } })),
    onSuccess: () => navigate('/', { replace: true }),
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
  const [, navigate] = useLocation();
  const [password, setPassword] = useState('');
  const signUp = useMutation({
    mutationFn: () => take(api.POST('/invitations/sign-up', { body: { secret, password } })),
    onSuccess: () => navigate('/', { replace: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signUp.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <p>{t.signUpHint(email)}</p>
      <Field
        label={t.newPassword}
        hint={t.passwordHint}
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onValue={setPassword}
      />
      <FormError error={signUp.error} />
      <Button type="submit" kind="primary" isBusy={signUp.isPending}>
        {t.signUp}
      </Button>
    </form>
  );
}

function Invitation({ secret }: { secret: string }) {
  const t = useTexts(sessionTexts);
  const me = useMe();
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: async ({ signal }) =>
      (await take(api.POST('/invitations/read', { body: { secret }, signal }))).invitation,
  });
  if (invitation.error) return <ErrorState error={invitation.error} />;
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
  const [secret] = useState(takeSecret);
  return (
    <Entrance title={t.invitationTitle}>
      {secret === undefined ? <p>{t.linkMissing}</p> : <Invitation secret={secret} />}
    </Entrance>
  );
}
