// Asks before a link and its statistics are deleted.

import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { addressOf, shortNameOf } from '../link/link-address';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { toast } from '../ui/toast';
import { useChangeLink } from './change-links';
import { linksTexts } from './links-texts';

export function DeleteDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const t = useTexts(linksTexts);
  const format = useFormat();
  const change = useChangeLink();
  const name = shortNameOf(addressOf(link));
  const confirm = () =>
    change.mutate(
      { link, change: 'delete' },
      {
        onSuccess: () => {
          toast(t.deletedNow(name));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t.deleteOne(name)}
      confirm={t.delete}
      error={change.error}
      isBusy={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t.deleteWhy(format.number(link.hits))}</p>
    </ConfirmDialog>
  );
}
