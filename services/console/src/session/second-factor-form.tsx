// The second step of a sign-in: a code of the authenticator, or a recovery code.

import { type FormEvent, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { useSecondFactor } from './session';
import { sessionTexts } from './session-texts';

type Props = { onSignedIn: () => void; onBack: () => void };

export function SecondFactorForm({ onSignedIn, onBack }: Props) {
  const t = useTexts(sessionTexts);
  const [code, setCode] = useState('');
  const prove = useSecondFactor(onSignedIn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prove.mutate(code);
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label={t.code}
        hint={t.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        value={code}
        onValue={setCode}
        error={fieldErrorOf(prove.error, 'code')}
      />
      <FormError error={prove.error} shown={['code']} />
      <Button type="submit" kind="primary" isBusy={prove.isPending}>
        {t.signIn}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t.startAgain}
      </Button>
    </form>
  );
}
