// The second factor: adding an authenticator by its QR code, recovery codes, and removing it.

import { makeQrCode, svgOf, DEFAULT_DESIGN } from '@kurz/qr';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, take } from '../../api/client';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { useMe } from '../../session/session';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Field } from '../../ui/field';
import { fieldErrorOf, FormError } from '../../ui/form-error';
import { Section } from '../section';
import { secondFactorTexts } from './second-factor-texts';

const qrOf = (text: string, title: string) =>
  `data:image/svg+xml,${encodeURIComponent(svgOf(makeQrCode(text, 'M'), DEFAULT_DESIGN, title))}`;

/** Shown once; kept by the person. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts(secondFactorTexts);
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <div role="status">
      <p>{t.codesHint}</p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <a className="button" href={file} download="kurz-recovery-codes.txt">
          {t.download}
        </a>
        <CopyButton text={codes.join('\n')} name={t.codes} />
        <Button kind="primary" onClick={onDone}>
          {t.kept}
        </Button>
      </div>
    </div>
  );
}

type Shown = (codes: string[]) => void;

function Confirm({ secret, uri, onCodes }: { secret: string; uri: string; onCodes: Shown }) {
  const t = useTexts(secondFactorTexts);
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => take(api.POST('/me/second-factor/totp/confirm', { body: { code } })),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <p>{t.scan}</p>
      <img className="qr" src={qrOf(uri, t.qrAlt)} alt={t.qrAlt} width={200} height={200} />
      <p>
        {t.orType} <code>{secret}</code> <CopyButton text={secret} name={t.secret} />
      </p>
      <Field
        label={t.code}
        hint={t.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
        value={code}
        onValue={setCode}
        error={fieldErrorOf(confirm.error, 'code')}
      />
      <FormError error={confirm.error} shown={['code']} />
      <div className="form-actions">
        <Button type="submit" kind="primary" isBusy={confirm.isPending}>
          {t.confirm}
        </Button>
      </div>
    </form>
  );
}

function Change({ hasOne, onCodes, onChanged }: { hasOne: boolean; onCodes: Shown; onChanged: () => void }) {
  const t = useTexts(secondFactorTexts);
  const { data: me } = useMe();
  const [password, setPassword] = useState('');
  const body = me?.hasPassword ? { password } : {};
  const begin = useMutation({ mutationFn: () => take(api.POST('/me/second-factor/totp', { body })) });
  const remove = useMutation({
    mutationFn: () => take(api.DELETE('/me/second-factor', { body })),
    onSuccess: onChanged,
  });
  const renew = useMutation({
    mutationFn: () => take(api.POST('/me/second-factor/recovery-codes', { body })),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  if (begin.data) return <Confirm {...begin.data} onCodes={onCodes} />;
  const error = begin.error ?? remove.error ?? renew.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasOne) renew.mutate();
    else begin.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      {me?.hasPassword && (
        <Field
          label={t.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
          error={fieldErrorOf(error, 'password')}
        />
      )}
      <FormError error={error} shown={['password']} />
      <div className="form-actions">
        <Button type="submit" isBusy={begin.isPending || renew.isPending}>
          {hasOne ? t.renewCodes : t.add}
        </Button>
        {hasOne && (
          <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            {t.remove}
          </Button>
        )}
      </div>
    </form>
  );
}

export function SecondFactorCard() {
  const t = useTexts(secondFactorTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const factor = useQuery({
    queryKey: ['me', 'second-factor'],
    queryFn: ({ signal }) => take(api.GET('/me/second-factor', { signal })),
  });
  const onChanged = () => void queries.invalidateQueries({ queryKey: ['me'] });
  const totp = factor.data?.totp;
  return (
    <Section title={t.title} hint={t.hint}>
      <FormError error={factor.error} />
      {totp && (
        <p>
          {t.addedAt(format.moment(totp.addedAt))} {t.codesLeft(factor.data?.recoveryCodesLeft ?? 0)}
        </p>
      )}
      {codes ? (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(undefined);
            onChanged();
          }}
        />
      ) : (
        factor.data && (
          <Change key={totp?.addedAt ?? ''} hasOne={Boolean(totp)} onCodes={setCodes} onChanged={onChanged} />
        )
      )}
    </Section>
  );
}
