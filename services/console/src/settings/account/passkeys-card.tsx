// The passkeys of the person: adding one by the browser, and the list.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../../api/client';
import { createPasskey, hasPasskeys } from '../../browser/passkeys';
import { useTexts } from '../../i18n/texts';
import { useSecondFactors } from '../../session/session';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { fieldErrorOf, FormError } from '../../ui/form-error';
import { toast } from '../../ui/toast';
import { ReauthenticationField, useReauthentication } from '../reauthentication';
import { Section } from '../section';
import { PasskeyRow } from './passkey-row';
import { passkeyTexts } from './passkey-texts';
import { RecoveryCodes } from './recovery-codes';

function AddForm({ onAdded }: { onAdded: (recoveryCodes: string[]) => void }) {
  const t = useTexts(passkeyTexts);
  const reauthentication = useReauthentication();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await unwrap(
        api.POST('/me/second-factor/passkeys/options', { body: await reauthentication.getCredentials() }),
      );
      const credential = await createPasskey(options);
      return unwrap(api.POST('/me/second-factor/passkeys', { body: { name, credential } }));
    },
    onSuccess: ({ recoveryCodes }) => {
      setName('');
      reauthentication.setPassword('');
      onAdded(recoveryCodes);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <Field
        label={t.name}
        hint={t.nameHint}
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        onValue={setName}
        error={fieldErrorOf(add.error, 'name')}
      />
      <ReauthenticationField reauthentication={reauthentication} error={add.error} />
      <FormError error={add.error} shown={['name', 'password']} />
      <div className="form-actions">
        <Button type="submit" isBusy={add.isPending}>
          {t.add}
        </Button>
      </div>
    </form>
  );
}

export function PasskeysCard() {
  const t = useTexts(passkeyTexts);
  const queries = useQueryClient();
  const factors = useSecondFactors();
  const [codes, setCodes] = useState<readonly string[]>();
  const readAgain = () => void queries.invalidateQueries({ queryKey: ['me'] });
  const onAdded = (recoveryCodes: string[]) => {
    toast(t.added);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else readAgain();
  };
  if (codes) {
    const onDone = () => {
      setCodes(undefined);
      readAgain();
    };
    return (
      <Section title={t.title} hint={t.hint}>
        <RecoveryCodes codes={codes} onDone={onDone} />
      </Section>
    );
  }
  return (
    <Section title={t.title} hint={t.hint}>
      <FormError error={factors.error} />
      <ul className="rows">
        {factors.data?.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onChanged={readAgain} />
        ))}
      </ul>
      {hasPasskeys() ? <AddForm onAdded={onAdded} /> : <p>{t.unknown}</p>}
    </Section>
  );
}
