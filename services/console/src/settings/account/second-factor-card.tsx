// The second factor: adding an authenticator by its QR code, recovery codes, and removing it.

import { makeQrCode, svgOf, DEFAULT_DESIGN } from '@kurz/qr';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../../api/client';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { useSecondFactors } from '../../session/session';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Field } from '../../ui/field';
import { fieldErrorOf, FormError } from '../../ui/form-error';
import { ReauthenticationField, useReauthentication } from '../reauthentication';
import { Section } from '../section';
import { RecoveryCodes } from './recovery-codes';
import { secondFactorTexts } from './second-factor-texts';

const qrOf = (text: string, title: string) =>
  `data:image/svg+xml,${encodeURIComponent(svgOf(makeQrCode(text, 'M'), DEFAULT_DESIGN, title))}`;

type Shown = (codes: string[]) => void;

function Confirm({ secret, uri, onCodes }: { secret: string; uri: string; onCodes: Shown }) {
  const t = useTexts(secondFactorTexts);
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => unwrap(api.POST('/me/second-factor/totp/confirm', { body: { code } })),
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

type ChangeProps = { hasTotp: boolean; hasAny: boolean; onCodes: Shown; onChanged: () => void };

function Change({ hasTotp, hasAny, onCodes, onChanged }: ChangeProps) {
  const t = useTexts(secondFactorTexts);
  const reauthentication = useReauthentication();
  const begin = useMutation({
    mutationFn: async () =>
      unwrap(api.POST('/me/second-factor/totp', { body: await reauthentication.getCredentials() })),
  });
  const remove = useMutation({
    mutationFn: async () =>
      unwrap(api.DELETE('/me/second-factor/totp', { body: await reauthentication.getCredentials() })),
    onSuccess: onChanged,
  });
  const renew = useMutation({
    mutationFn: async () =>
      unwrap(api.POST('/me/second-factor/recovery-codes', { body: await reauthentication.getCredentials() })),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  if (begin.data) return <Confirm {...begin.data} onCodes={onCodes} />;
  const error = begin.error ?? remove.error ?? renew.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasTotp) renew.mutate();
    else begin.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <ReauthenticationField reauthentication={reauthentication} error={error} />
      <FormError error={error} shown={['password']} />
      <div className="form-actions">
        <Button type="submit" isBusy={hasTotp ? renew.isPending : begin.isPending}>
          {hasTotp ? t.renewCodes : t.add}
        </Button>
        {!hasTotp && hasAny && (
          <Button isBusy={renew.isPending} onClick={() => renew.mutate()}>
            {t.renewCodes}
          </Button>
        )}
        {hasTotp && (
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
  const factors = useSecondFactors();
  const onChanged = () => void queries.invalidateQueries({ queryKey: ['me'] });
  const totp = factors.data?.totp;
  const hasAny = Boolean(totp) || (factors.data?.passkeys.length ?? 0) > 0;
  return (
    <Section title={t.title} hint={t.hint}>
      <FormError error={factors.error} />
      {hasAny && (
        <p>
          {totp && t.addedAt(format.moment(totp.addedAt))} {t.codesLeft(factors.data?.recoveryCodesLeft ?? 0)}
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
        factors.data && (
          <Change
            key={totp?.addedAt ?? ''}
            hasTotp={Boolean(totp)}
            hasAny={hasAny}
            onCodes={setCodes}
            onChanged={onChanged}
          />
        )
      )}
    </Section>
  );
}
