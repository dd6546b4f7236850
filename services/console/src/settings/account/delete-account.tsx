import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { ProofField, useProof } from '../proof';
import { Section } from '../section';
import { accountTexts } from './account-texts';

export function DeleteAccount() {
  const t = useTexts(accountTexts);
  const [isOpen, setOpen] = useState(false);
  const proof = useProof();
  const [deleteSharedWorkspaces, setShared] = useState(false);
  const remove = useMutation({
    mutationFn: async () =>
      take(api.DELETE('/me', { body: { ...(await proof.prove()), deleteSharedWorkspaces } })),
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
          <ProofField proof={proof} error={remove.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}
