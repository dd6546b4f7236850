// Without a secret: asks for the mail. With the secret of the mail: sets the new password.

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { Entrance, useSecret } from './entrance';
import { NewPasswordForm } from './new-password-form';
import { sessionTexts } from './session-texts';

function AskForReset() {
  const t = useTexts(sessionTexts);
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => unwrap(api.POST('/password-resets', { body: { email } })),
  });
  if (ask.isSuccess) return <p role="status">{t.resetAsked}</p>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label={t.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onValue={setEmail}
        error={fieldErrorOf(ask.error, 'email')}
      />
      <FormError error={ask.error} shown={['email']} />
      <Button type="submit" kind="primary" isBusy={ask.isPending}>
        {t.resetAsk}
      </Button>
    </form>
  );
}

function SetPassword({ secret }: { secret: string }) {
  const t = useTexts(sessionTexts);
  const reset = useMutation({
    mutationFn: (password: string) =>
      unwrap(api.POST('/password-resets/confirm', { body: { secret, password } })),
  });
  if (reset.isSuccess) return <p role="status">{t.resetDone}</p>;
  return (
    <NewPasswordForm
      send={t.resetDo}
      error={reset.error}
      isBusy={reset.isPending}
      onPassword={(password) => reset.mutate(password)}
    />
  );
}

export function PasswordResetPage() {
  const t = useTexts(sessionTexts);
  const secret = useSecret();
  return (
    <Entrance title={t.resetTitle}>
      {secret === undefined ? <AskForReset /> : <SetPassword key={secret} secret={secret} />}
      <p>
        <a href="/app/sign-in">{t.backToSignIn}</a>
      </p>
    </Entrance>
  );
}
