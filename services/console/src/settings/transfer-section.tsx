// Starts the transfer of the workspace to another member, who has to accept. Until then nothing in it can be changed.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { useTransfer } from '../workspace/transfer';
import { useWorkspace } from '../workspace/workspace-gate';
import { Section } from './section';
import { settingsTexts } from './settings-texts';

export function TransferSection() {
  const t = useTexts(settingsTexts);
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const params = { path: { workspace: workspace.id } };
  const [email, setEmail] = useState('');
  const transfer = useTransfer();
  const onSuccess = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['transfer'] }),
      queries.invalidateQueries({ queryKey: ['workspaces'] }),
    ]);
  };
  const start = useMutation({
    mutationFn: () => unwrap(api.POST('/workspaces/{workspace}/transfer', { params, body: { email } })),
    onSuccess,
  });
  const cancel = useMutation({
    mutationFn: () => unwrap(api.DELETE('/workspaces/{workspace}/transfer', { params })),
    onSuccess,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <Section title={t.transfer} hint={t.transferHint}>
      {transfer.data ? (
        <>
          <p>{t.transferTo(transfer.data.toEmail)}</p>
          <FormError error={cancel.error} />
          <div className="form-actions">
            <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t.cancelTransfer}
            </Button>
          </div>
        </>
      ) : (
        <form className="form" onSubmit={submit}>
          <Field
            label={t.newOwner}
            type="email"
            required
            value={email}
            onValue={setEmail}
            error={fieldErrorOf(start.error, 'email')}
          />
          <FormError error={start.error} shown={['email']} />
          <div className="form-actions">
            <Button type="submit" isBusy={start.isPending}>
              {t.startTransfer}
            </Button>
          </div>
        </form>
      )}
    </Section>
  );
}
