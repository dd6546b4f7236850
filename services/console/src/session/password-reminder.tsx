// Reminds a person with neither password nor passkey that they can set one, above the page and without blocking it.

import { useState } from 'react';
import { Link } from 'wouter';
import { readStored, writeStored } from '../browser/stored';
import { useTexts } from '../i18n/texts';
import { Icon } from '../ui/icon';
import { useMe, useSecondFactors } from './session';
import { sessionTexts } from './session-texts';

const CLOSED_ON = 'password-reminder-closed';
const today = () => new Date().toISOString().slice(0, 10);

/** Closed, it stays away until tomorrow. */
export function PasswordReminder() {
  const t = useTexts(sessionTexts);
  const { data: me } = useMe();
  const [isClosed, setClosed] = useState(() => readStored(CLOSED_ON) === today());
  const mayHavePasskeys = me?.hasPassword === false && me.hasSecondFactor;
  const { data: factors } = useSecondFactors({ isAsked: mayHavePasskeys });
  if (isClosed || me?.hasPassword !== false) return null;
  if (mayHavePasskeys && factors?.passkeys.length !== 0) return null;
  const close = () => {
    writeStored(CLOSED_ON, today());
    setClosed(true);
  };
  return (
    <div className="notice notice-row">
      <p>
        {t.noPassword} <Link href="/settings/account">{t.setPassword}</Link>
      </p>
      <button type="button" className="icon-button" aria-label={t.notNow} onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
}
