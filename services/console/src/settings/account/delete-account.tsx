import { useState } from 'react';
import { api, unwrap } from '../../api/client';
import { useTexts } from '../../i18n/texts';
import { DeleteSection } from '../delete-section';
import { accountTexts } from './account-texts';

export function DeleteAccount() {
  const t = useTexts(accountTexts);
  const [deleteSharedWorkspaces, setShared] = useState(false);
  return (
    <DeleteSection
      title={t.deleteAccount}
      hint={t.deleteAccountHint}
      question={t.deleteAccountAsk}
      onDelete={(credentials) =>
        unwrap(api.DELETE('/me', { body: { ...credentials, deleteSharedWorkspaces } }))
      }
      leadsTo="/app/sign-in"
    >
      <label className="check">
        <input
          type="checkbox"
          checked={deleteSharedWorkspaces}
          onChange={({ target }) => setShared(target.checked)}
        />
        {t.deleteShared}
      </label>
    </DeleteSection>
  );
}
