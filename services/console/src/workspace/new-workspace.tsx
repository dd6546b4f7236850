import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { workspaceTexts } from './workspace-texts';

/** A dialog that creates a workspace and then opens its links. */
export function NewWorkspace({ onClose }: { onClose: () => void }) {
  const t = useTexts(workspaceTexts);
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => unwrap(api.POST('/workspaces', { body: { name } })),
    onSuccess: async ({ workspace }) => {
      await queries.invalidateQueries({ queryKey: ['workspaces'] });
      onClose();
      navigate(`~/app/w/${workspace.id}/links`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title={t.newWorkspace} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field
          label={t.name}
          required
          data-autofocus=""
          maxLength={100}
          value={name}
          onValue={setName}
          error={fieldErrorOf(create.error, 'name')}
        />
        <FormError error={create.error} shown={['name']} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={create.isPending}>
            {t.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
