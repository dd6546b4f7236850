// Sets, changes or removes the password of a link. The service never returns it, so the field shows only typed text.

import { useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Field } from '../ui/field';
import { errorAt } from './field-errors';
import type { LinkDraft } from './link-draft';
import { linkFormTexts } from './link-form-texts';

type Props = {
  draft: LinkDraft;
  onDraft: (change: Partial<LinkDraft>) => void;
  /** The link before the edit; undefined for a new link. */
  saved?: LinkDraft;
  /** The last error of saving. */
  error: unknown;
};

export function PasswordFields({ draft, onDraft, saved, error }: Props) {
  const t = useTexts(linkFormTexts);
  const [wasUsed] = useState(() => draft.password !== '' || draft.hasPassword !== '');
  const refusal = errorAt(error, 'password');
  const hadOne = saved !== undefined && saved.hasPassword !== '';
  const isRemoved = hadOne && draft.hasPassword === '';
  return (
    <details className="utm" open={wasUsed || refusal !== undefined || undefined}>
      <summary>{t.password}</summary>
      <Field
        label={hadOne ? t.newPassword : t.password}
        hint={hadOne ? t.passwordSet : t.passwordHint}
        error={refusal}
        maxLength={128}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        disabled={isRemoved}
        value={draft.password}
        onValue={(password) => onDraft({ password })}
      />
      {hadOne && (
        <label className="check">
          <input
            type="checkbox"
            checked={isRemoved}
            onChange={({ target }) =>
              onDraft(target.checked ? { hasPassword: '', password: '' } : { hasPassword: saved.hasPassword })
            }
          />
          {t.removePassword}
        </label>
      )}
    </details>
  );
}
