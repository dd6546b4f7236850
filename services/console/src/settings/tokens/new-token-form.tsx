// The form for a new token: name, expiry, networks and rights. The secret is shown once.

import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Field } from '../../ui/field';
import { fieldErrorOf, FormError } from '../../ui/form-error';
import { Select } from '../../ui/select';
import { tokenTexts } from './token-texts';

const DAY_MS = 86_400_000;
const ENDS = ['never', '30', '90', '365'] as const;
type End = (typeof ENDS)[number];

export type TokenBasics = { name: string; expiresAt: string | null; networks: string[] };

type Props = {
  secret: string | undefined;
  error: unknown;
  isBusy: boolean;
  onCreate: (basics: TokenBasics) => void;
  /** The choice of rights. */
  children: ReactNode;
};

export function NewTokenForm({ secret, error, isBusy, onCreate, children }: Props) {
  const t = useTexts(tokenTexts);
  const [name, setName] = useState('');
  const [end, setEnd] = useState<End>('never');
  const [networks, setNetworks] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCreate({
      name,
      expiresAt: end === 'never' ? null : new Date(Date.now() + Number(end) * DAY_MS).toISOString(),
      networks: networks.split(/[\s,]+/).filter((network) => network !== ''),
    });
  };
  const options = ENDS.map((value) => ({ value, name: value === 'never' ? t.never : t.inDays(value) }));
  return (
    <form className="form" onSubmit={submit}>
      <div className="form-row">
        <Field
          label={t.name}
          required
          maxLength={100}
          value={name}
          onValue={setName}
          error={fieldErrorOf(error, 'name')}
        />
        <Select label={t.end} value={end} options={options} onValue={setEnd} />
      </div>
      {children}
      <Field
        label={t.networks}
        hint={t.networksHint}
        value={networks}
        onValue={setNetworks}
        error={fieldErrorOf(error, 'networks')}
      />
      <FormError error={error} shown={['name', 'networks']} />
      <div className="form-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t.create}
        </Button>
      </div>
      <div role="status">
        {secret !== undefined && (
          <>
            <p>{t.shownOnce}</p>
            <p className="secret">
              <code>{secret}</code>
              <CopyButton text={secret} name={t.token} />
            </p>
          </>
        )}
      </div>
    </form>
  );
}
