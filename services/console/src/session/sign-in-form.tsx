// Email address and password. The address cannot be changed where a session is renewed.

import { type FormEvent, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FormError } from '../ui/form-error';
import { SecondFactorForm } from './second-factor-form';
import { useSignIn } from './session';
import { sessionTexts } from './session-texts';

export function SignInForm({ email: known, onSignedIn }: { email?: string; onSignedIn: () => void }) {
  const t = useTexts(sessionTexts);
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [isCodeAsked, setCodeAsked] = useState(false);
  const signIn = useSignIn({ onSignedIn, onSecondFactor: () => setCodeAsked(true) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password });
  };
  if (isCodeAsked) return <SecondFactorForm onSignedIn={onSignedIn} onBack={() => setCodeAsked(false)} />;
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label={t.email}
        type="email"
        autoComplete="username"
        required
        readOnly={known !== undefined}
        value={email}
        onValue={setEmail}
      />
      <Field
        label={t.password}
        type="password"
        autoComplete="current-password"
        required
        data-autofocus={known === undefined ? undefined : ''}
        value={password}
        onValue={setPassword}
      />
      <FormError error={signIn.error} />
      <Button type="submit" kind="primary" isBusy={signIn.isPending}>
        {t.signIn}
      </Button>
    </form>
  );
}
