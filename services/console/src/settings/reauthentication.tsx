// Re-authenticates the person: by password, without one by a passkey, and not at all when they have neither.

import { useState } from 'react';
import { api, unwrap } from '../api/client';
import { askForPasskey } from '../browser/passkeys';
import { useTexts } from '../i18n/texts';
import { useMe, useSecondFactors } from '../session/session';
import { Field } from '../ui/field';
import { fieldErrorOf } from '../ui/form-error';
import { settingsTexts } from './settings-texts';

export type Reauthentication = {
  kind: 'password' | 'passkey' | 'none';
  password: string;
  setPassword: (password: string) => void;
  /** The fields of the request body that re-authenticate the person. For a passkey the browser asks the person. */
  getCredentials: () => Promise<Credentials>;
};

type Credentials = { password?: string; passkey?: Awaited<ReturnType<typeof askForPasskey>> };

export function useReauthentication(): Reauthentication {
  const { data: me } = useMe();
  const { data: factors } = useSecondFactors();
  const [password, setPassword] = useState('');
  const withoutPassword = factors && factors.passkeys.length > 0 ? 'passkey' : 'none';
  const kind = me?.hasPassword === false ? withoutPassword : 'password';
  const getCredentials = async (): Promise<Credentials> => {
    if (kind === 'password') return { password };
    if (kind === 'none') return {};
    const { options } = await unwrap(api.POST('/me/second-factor/passkeys/proof', {}));
    return { passkey: await askForPasskey(options) };
  };
  return { kind, password, setPassword, getCredentials };
}

type Props = { reauthentication: Reauthentication; error: unknown };

/** The field for the password; nothing for a person without one. */
export function ReauthenticationField({ reauthentication, error }: Props) {
  const t = useTexts(settingsTexts);
  if (reauthentication.kind === 'passkey') return <p className="hint">{t.passkeyAsked}</p>;
  if (reauthentication.kind === 'none') return null;
  return (
    <Field
      label={t.yourPassword}
      type="password"
      autoComplete="current-password"
      required
      value={reauthentication.password}
      onValue={reauthentication.setPassword}
      error={fieldErrorOf(error, 'password')}
    />
  );
}
