// Shows that the workspace is offered to a member, who can accept it here.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, take } from '../api/client';
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
  const accept = useMutation({
    mutationFn: () => take(api.POST('/workspaces/{workspace}/transfer/accept', { params })),
    onSuccess: async () => {
      toast(t.accepted);
      await queries.invalidateQueries();
    },
  });
  if (!me || transfer?.toUserId !== me.id) return <p className="notice">{t.inTransfer}</p>;
  return (
    <div className="notice form">
      <p>{t.offeredToYou}</p>
      <FormError error={accept.error} />
      <div>
        <Button kind="primary" isBusy={accept.isPending} onClick={() => accept.mutate()}>
          {t.accept}
        </Button>
      </div>
    </div>
  );
}
