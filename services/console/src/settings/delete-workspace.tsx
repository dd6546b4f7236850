import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Field } from '../ui/field';
import { fieldErrorOf } from '../ui/form-error';
import { useWorkspace } from '../workspace/workspace-gate';
import { Section } from './section';
import { settingsTexts } from './settings-texts';

export function DeleteWorkspace() {
  const t = useTexts(settingsTexts);
  const workspace = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const remove = useMutation({
    mutationFn: () =>
      take(
        api.DELETE('/workspaces/{workspace}', {
          params: { path: { workspace: workspace.id } },
          body: { password },
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
          <Field
            label={t.yourPassword}
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
