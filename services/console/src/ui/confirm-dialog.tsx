// Asks before something that cannot be undone. The safe choice has the focus.

import { type ReactNode, useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from './button';
import { Dialog } from './dialog';
import { FormError } from './form-error';

const texts = catalogue({ cancel: 'Cancel' }, { cancel: 'Abbrechen' });

type Props = {
  title: string;
  confirm: string;
  /** An error from before the dialog opened belongs to an earlier try, and is not shown. */
  error?: unknown;
  /** Fields of the children that show their errors themselves. */
  shown?: readonly string[];
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function ConfirmDialog(props: Props) {
  const { title, confirm, error, shown, isBusy, onConfirm, onClose, children } = props;
  const t = useTexts(texts);
  const [errorBefore] = useState(error);
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <FormError error={error === errorBefore ? null : error} {...(shown && { shown })} />
      <div className="dialog-actions">
        <Button data-autofocus="" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
