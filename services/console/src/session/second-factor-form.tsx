// The second step of a sign-in: a passkey if the person has one, a code of the authenticator, or a recovery code.

import { type FormEvent, useState } from 'react';
import { hasPasskeys } from '../browser/passkeys';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { type AskedFactor, usePasskeyAsSecondFactor, useSecondFactor } from './session';
import { sessionTexts } from './session-texts';

type Props = { asked: AskedFactor; onSignedIn: () => void; onBack: () => void };

export function SecondFactorForm({ asked, onSignedIn, onBack }: Props) {
  const t = useTexts(sessionTexts);
  const [code, setCode] = useState('');
  const verify = useSecondFactor(onSignedIn);
  const passkey = usePasskeyAsSecondFactor(onSignedIn);
  const isPasskeyAsked = asked === 'passkey' && hasPasskeys();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate(code);
  };
  return (
    <form className="form" onSubmit={submit}>
      {isPasskeyAsked && (
        <>
          <p>{t.passkeyHint}</p>
          <FormError error={passkey.error} />
          <Button kind="primary" autoFocus isBusy={passkey.isPending} onClick={() => passkey.mutate()}>
            {t.usePasskey}
          </Button>
        </>
      )}
      <Field
        label={t.code}
        hint={t.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus={!isPasskeyAsked}
        value={code}
        onValue={setCode}
        error={fieldErrorOf(verify.error, 'code')}
      />
      <FormError error={verify.error} shown={['code']} />
      <Button type="submit" kind={isPasskeyAsked ? 'plain' : 'primary'} isBusy={verify.isPending}>
        {isPasskeyAsked ? t.signInByCode : t.signIn}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t.startAgain}
      </Button>
    </form>
  );
}
