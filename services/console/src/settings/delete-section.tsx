// Deletes something permanently, after a confirmation and a re-authentication.

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { type Reauthentication, ReauthenticationField, useReauthentication } from './reauthentication';
import { Section } from './section';
import { settingsTexts } from './settings-texts';

type Props = {
  title: string;
  hint: string;
  /** The title of the dialog. */
  question: string;
  onDelete: (credentials: Awaited<ReturnType<Reauthentication['getCredentials']>>) => Promise<unknown>;
  /** The address to open afterwards. */
  leadsTo: string;
  /** More choices of the dialog. */
  children?: ReactNode;
};

export function DeleteSection({ title, hint, question, onDelete, leadsTo, children }: Props) {
  const t = useTexts(settingsTexts);
  const [isOpen, setOpen] = useState(false);
  const reauthentication = useReauthentication();
  const remove = useMutation({
    mutationFn: async () => onDelete(await reauthentication.getCredentials()),
    onSuccess: () => window.location.assign(leadsTo),
  });
  return (
    <Section title={title} hint={hint} isDanger>
      <div className="form-actions">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {title}
        </Button>
      </div>
      {isOpen && (
        <ConfirmDialog
          title={question}
          confirm={t.deleteForGood}
          error={remove.error}
          shown={['password']}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>{hint}</p>
          {children}
          <ReauthenticationField reauthentication={reauthentication} error={remove.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}
