// The form for a first or another password. The API's refusal is shown at the field.

import { type FormEvent, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { sessionTexts } from './session-texts';

type Props = {
  /** The button's text. */
  send: string;
  hint?: string;
  error: unknown;
  isBusy: boolean;
  onPassword: (password: string) => void;
};

export function NewPasswordForm({ send, hint, error, isBusy, onPassword }: Props) {
  const t = useTexts(sessionTexts);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPassword(password);
  };
  return (
    <form className="form" onSubmit={submit}>
      {hint !== undefined && <p>{hint}</p>}
      <Field
        label={t.newPassword}
        hint={t.passwordHint}
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onValue={setPassword}
        error={fieldErrorOf(error, 'password')}
      />
      <FormError error={error} shown={['password']} />
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {send}
      </Button>
    </form>
  );
}
