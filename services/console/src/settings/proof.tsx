// Re-authenticates the person: by password, without one by a passkey, and not at all when they have neither.

import { useState } from 'react';
import { api, take } from '../api/client';
import { askForPasskey } from '../browser/passkeys';
import { useTexts } from '../i18n/texts';
import { useMe, useSecondFactors } from '../session/session';
import { Field } from '../ui/field';
import { fieldErrorOf } from '../ui/form-error';
import { settingsTexts } from './settings-texts';

export type Proof = {
  kind: 'password' | 'passkey' | 'none';
  password: string;
  setPassword: (password: string) => void;
  /** The fields of the request body that prove the person. When a passkey is the proof, the browser asks for it. */
  prove: () => Promise<Parts>;
};

type Parts = { password?: string; passkey?: Awaited<ReturnType<typeof askForPasskey>> };

export function useProof(): Proof {
  const { data: me } = useMe();
  const { data: factors } = useSecondFactors();
  const [password, setPassword] = useState('');
  const withoutPassword = factors && factors.passkeys.length > 0 ? 'passkey' : 'none';
  const kind = me?.hasPassword === false ? withoutPassword : 'password';
  const prove = async (): Promise<Parts> => {
    if (kind === 'password') return { password };
    if (kind === 'none') return {};
    const { options } = await take(api.POST('/me/second-factor/passkeys/proof', {}));
    return { passkey: await askForPasskey(options) };
  };
  return { kind, password, setPassword, prove };
}

type Props = { proof: Proof; error: unknown };

/** The field for the password; nothing for a person without one. */
export function ProofField({ proof, error }: Props) {
  const t = useTexts(settingsTexts);
  if (proof.kind === 'passkey') return <p className="hint">{t.passkeyAsked}</p>;
  if (proof.kind === 'none') return null;
  return (
    <Field
      label={t.yourPassword}
      type="password"
      autoComplete="current-password"
      required
      value={proof.password}
      onValue={proof.setPassword}
      error={fieldErrorOf(error, 'password')}
    />
  );
}
