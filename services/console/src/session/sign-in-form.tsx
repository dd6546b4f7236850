// Email address and password, or a passkey. The address cannot be changed when a session is renewed.

import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FormError } from '../ui/form-error';
import { PasskeyButton } from './passkey-button';
import { SecondFactorForm } from './second-factor-form';
import { type AskedFactor, useSignIn } from './session';
import { sessionTexts } from './session-texts';

type Props = {
  email?: string;
  onSignedIn: () => void;
  /** Shown below the form while it asks for the password. */
  children?: ReactNode;
};

export function SignInForm({ email: known, onSignedIn, children }: Props) {
  const t = useTexts(sessionTexts);
  const [email, setEmail] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState<AskedFactor>();
  const signIn = useSignIn({ onSignedIn, onSecondFactor: setAsked });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email, password });
  };
  if (asked) {
    const onBack = () => setAsked(undefined);
    return <SecondFactorForm asked={asked} onSignedIn={onSignedIn} onBack={onBack} />;
  }
  return (
    <>
      <form className="form" onSubmit={submit}>
        <Field
          label={t.email}
          type="email"
          autoComplete="username webauthn"
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
      <PasskeyButton isOffered={known === undefined} onSignedIn={onSignedIn} />
      {children}
    </>
  );
}
