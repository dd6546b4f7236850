import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { useWorkspace } from '../workspace/workspace-gate';
import { ProofField, useProof } from './proof';
import { Section } from './section';
import { settingsTexts } from './settings-texts';

export function DeleteWorkspace() {
  const t = useTexts(settingsTexts);
  const workspace = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const proof = useProof();
  const remove = useMutation({
    mutationFn: async () =>
      take(
        api.DELETE('/workspaces/{workspace}', {
          params: { path: { workspace: workspace.id } },
          body: await proof.prove(),
        }),
      ),
    onSuccess: () => window.location.assign('/app/'),
  });
  return (
    <Section title={t.deleteWorkspace} hint={t.deleteWorkspaceHint} isDanger>
      <div className="form-actions">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {t.deleteWorkspace}
        </Button>
      </div>
      {isOpen && (
        <ConfirmDialog
          title={t.deleteNamed(workspace.name)}
          confirm={t.deleteForGood}
          error={remove.error}
          shown={['password']}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>{t.deleteWorkspaceHint}</p>
          <ProofField proof={proof} error={remove.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}
