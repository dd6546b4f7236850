import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Field } from '../../ui/field';
import { fieldErrorOf } from '../../ui/form-error';
import { Section } from '../section';
import { accountTexts } from './account-texts';

export function DeleteAccount() {
  const t = useTexts(accountTexts);
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [deleteSharedWorkspaces, setShared] = useState(false);
  const remove = useMutation({
    mutationFn: () => take(api.DELETE('/me', { body: { password, deleteSharedWorkspaces } })),
    onSuccess: () => window.location.assign('/app/sign-in'),
  });
  return (
    <Section title={t.deleteAccount} hint={t.deleteAccountHint} isDanger>
      <div className="form-actions">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {t.deleteAccount}
        </Button>
      </div>
      {isOpen && (
        <ConfirmDialog
          title={t.deleteAccountAsk}
          confirm={t.deleteForGood}
          error={remove.error}
          shown={['password']}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>{t.deleteAccountHint}</p>
          <label className="check">
            <input
              type="checkbox"
              checked={deleteSharedWorkspaces}
              onChange={({ target }) => setShared(target.checked)}
            />
            {t.deleteShared}
          </label>
          <Field
            label={t.password}
            type="password"
            autoComplete="current-password"
            value={password}
            onValue={setPassword}
            error={fieldErrorOf(remove.error, 'password')}
          />
        </ConfirmDialog>
      )}
    </Section>
  );
}
