// The password: the first is set without an old one.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { useMe } from '../../session/session';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { fieldErrorOf, FormError } from '../../ui/form-error';
import { toast } from '../../ui/toast';
import { ReauthenticationField, useReauthentication } from '../reauthentication';
import { Section } from '../section';
import { accountTexts } from './account-texts';

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const t = useTexts(accountTexts);
  const queries = useQueryClient();
  const [oldPassword, setOld] = useState('');
  const [newPassword, setNew] = useState('');
  const reauthentication = useReauthentication();
  const change = useMutation({
    mutationFn: async () => {
      const body = hasPassword
        ? { oldPassword, newPassword }
        : { newPassword, ...(await reauthentication.getCredentials()) };
      return unwrap(api.PUT('/me/password', { body }));
    },
    onSuccess: async () => {
      setOld('');
      setNew('');
      toast(t.passwordChanged);
      await queries.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      {hasPassword && (
        <Field
          label={t.oldPassword}
          type="password"
          autoComplete="current-password"
          required
          value={oldPassword}
          onValue={setOld}
          error={fieldErrorOf(change.error, 'oldPassword')}
        />
      )}
      <Field
        label={t.newPassword}
        type="password"
        autoComplete="new-password"
        required
        value={newPassword}
        onValue={setNew}
        error={fieldErrorOf(change.error, 'newPassword')}
      />
      {!hasPassword && <ReauthenticationField reauthentication={reauthentication} error={undefined} />}
      <FormError error={change.error} shown={['oldPassword', 'newPassword']} />
      <div className="form-actions">
        <Button type="submit" isBusy={change.isPending}>
          {hasPassword ? t.changePassword : t.setPassword}
        </Button>
      </div>
    </form>
  );
}

export function PasswordCard() {
  const t = useTexts(accountTexts);
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Section title={t.password} hint={me.hasPassword ? t.passwordHint : t.noPasswordHint}>
      <PasswordForm hasPassword={me.hasPassword} />
    </Section>
  );
}
