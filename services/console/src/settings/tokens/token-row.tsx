// A token in a list, without its secret.

import { type ReactNode, useState } from 'react';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { tokenTexts } from './token-texts';

export type ShownToken = {
  id: string;
  name: string;
  lastFour: string;
  revokedAt: string | null;
  expiresAt: string | null;
  lastUsedOn: string | null;
  networks: readonly string[];
};

type Props = {
  token: ShownToken;
  error: unknown;
  isBusy: boolean;
  /** Undefined when the reader may not revoke it. */
  onRevoke?: () => void;
  children: ReactNode;
};

export function TokenRow({ token, error, isBusy, onRevoke, children }: Props) {
  const t = useTexts(tokenTexts);
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);
  const isOver = token.expiresAt !== null && new Date(token.expiresAt) <= new Date();
  const end = token.expiresAt === null ? t.noEnd : t.endsAt(format.moment(token.expiresAt));
  const used = token.lastUsedOn === null ? t.neverUsed : t.usedOn(format.day(token.lastUsedOn));
  return (
    <li className="row">
      <div className="row-main">
        <p>
          {token.name} <code>…{token.lastFour}</code>
        </p>
        <p className="hint">{children}</p>
        <p className="hint">
          {used} · {end}
          {token.networks.length > 0 && ` · ${token.networks.join(', ')}`}
        </p>
      </div>
      <div className="row-actions">
        {token.revokedAt !== null ? (
          <span className="badge">{t.revoked}</span>
        ) : isOver ? (
          <span className="badge badge-warning">{t.over}</span>
        ) : (
          onRevoke && (
            <Button kind="quiet" onClick={() => setAsking(true)}>
              {t.revoke}
            </Button>
          )
        )}
      </div>
      {isAsking && token.revokedAt === null && (
        <ConfirmDialog
          title={t.revokeNamed(token.name)}
          confirm={t.revoke}
          error={error}
          isBusy={isBusy}
          onConfirm={() => onRevoke?.()}
          onClose={() => setAsking(false)}
        >
          <p>{t.revokeHint}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
