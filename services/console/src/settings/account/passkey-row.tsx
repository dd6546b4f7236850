// A passkey in its person's list: its name, its last use, and its actions.

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, unwrap } from '../../api/client';
import type { components } from '../../api/schema';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { fieldErrorOf, FormError } from '../../ui/form-error';
import { ReauthenticationField, useReauthentication } from '../reauthentication';
import { passkeyTexts } from './passkey-texts';

type ShownPasskey = components['schemas']['ShownPasskey'];
type Props = { passkey: ShownPasskey; onChanged: () => void };
type DialogProps = Props & { onClose: () => void };

const pathOf = ({ id }: ShownPasskey) => ({ path: { passkey: id } });

function RenameDialog({ passkey, onChanged, onClose }: DialogProps) {
  const t = useTexts(passkeyTexts);
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () =>
      unwrap(api.PATCH('/me/second-factor/passkeys/{passkey}', { params: pathOf(passkey), body: { name } })),
    onSuccess: () => {
      onChanged();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Dialog title={t.renameNamed(passkey.name)} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field
          label={t.name}
          required
          maxLength={60}
          autoComplete="off"
          data-autofocus=""
          value={name}
          onValue={setName}
          error={fieldErrorOf(rename.error, 'name')}
        />
        <FormError error={rename.error} shown={['name']} />
        <div className="dialog-actions">
          <Button type="submit" kind="primary" isBusy={rename.isPending}>
            {t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ passkey, onChanged, onClose }: DialogProps) {
  const t = useTexts(passkeyTexts);
  const reauthentication = useReauthentication();
  const remove = useMutation({
    mutationFn: async () =>
      unwrap(
        api.DELETE('/me/second-factor/passkeys/{passkey}', {
          params: pathOf(passkey),
          body: await reauthentication.getCredentials(),
        }),
      ),
    onSuccess: () => {
      onChanged();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t.removeNamed(passkey.name)}
      confirm={t.remove}
      error={remove.error}
      shown={['password']}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t.removeHint}</p>
      <ReauthenticationField reauthentication={reauthentication} error={remove.error} />
    </ConfirmDialog>
  );
}

export function PasskeyRow({ passkey, onChanged }: Props) {
  const t = useTexts(passkeyTexts);
  const format = useFormat();
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { name, addedAt, lastUsedAt, isSynced } = passkey;
  const props = { passkey, onChanged, onClose: () => setOpen(undefined) };
  return (
    <li className="row">
      <div className="row-main">
        <p>{name}</p>
        <p className="hint">
          {t.addedAt(format.moment(addedAt))} ·{' '}
          {lastUsedAt === null ? t.neverUsed : t.usedAt(format.moment(lastUsedAt))}
          {isSynced && ` · ${t.synced}`}
        </p>
      </div>
      <div className="row-actions">
        <Button kind="quiet" aria-label={t.renameNamed(name)} onClick={() => setOpen('rename')}>
          {t.rename}
        </Button>
        <Button kind="quiet" aria-label={t.removeNamed(name)} onClick={() => setOpen('remove')}>
          {t.remove}
        </Button>
      </div>
      {open === 'rename' && <RenameDialog {...props} />}
      {open === 'remove' && <RemoveDialog {...props} />}
    </li>
  );
}
