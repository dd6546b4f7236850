// Shows that the workspace is offered to a member, who can accept or decline it here.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../api/client';
import { useTexts } from '../i18n/texts';
import { useMe } from '../session/session';
import { Button } from '../ui/button';
import { FormError } from '../ui/form-error';
import { toast } from '../ui/toast';
import { useTransfer } from './transfer';
import { useWorkspace } from './workspace-gate';
import { workspaceTexts } from './workspace-texts';

export function TransferNotice() {
  const t = useTexts(workspaceTexts);
  const { id: workspace } = useWorkspace();
  const { data: me } = useMe();
  const queries = useQueryClient();
  const params = { path: { workspace } };
  const { data: transfer } = useTransfer();
  const end = useMutation({
    mutationFn: async (isAccepted: boolean) => {
      if (isAccepted) await unwrap(api.POST('/workspaces/{workspace}/transfer/accept', { params }));
      else await unwrap(api.DELETE('/workspaces/{workspace}/transfer', { params }));
    },
    onSuccess: async (_, isAccepted) => {
      toast(isAccepted ? t.accepted : t.declined);
      await queries.invalidateQueries();
    },
  });
  if (!me || transfer?.toUserId !== me.id) return <p className="notice">{t.inTransfer}</p>;
  return (
    <div className="notice form">
      <p>{t.offeredToYou}</p>
      <FormError error={end.error} />
      <div className="form-actions">
        <Button isBusy={end.isPending} onClick={() => end.mutate(false)}>
          {t.decline}
        </Button>
        <Button kind="primary" isBusy={end.isPending} onClick={() => end.mutate(true)}>
          {t.accept}
        </Button>
      </div>
    </div>
  );
}
