// When a link begins and ends, and where it leads after its end.

import { useState } from 'react';
import { useTexts } from '../i18n/texts';
import { withScheme } from '../link/with-scheme';
import { Field } from '../ui/field';
import { errorAt } from './field-errors';
import type { LinkDraft } from './link-draft';
import { linkFormTexts } from './link-form-texts';

const FIELDS = ['startsAt', 'expiresAt', 'expiredUrl'] as const;

type Props = {
  draft: LinkDraft;
  onDraft: (change: Partial<LinkDraft>) => void;
  /** The last error of saving. */
  error: unknown;
};

export function WindowFields({ draft, onDraft, error }: Props) {
  const t = useTexts(linkFormTexts);
  // stays open after its first opening, so that clearing a field does not close it
  const [wasUsed] = useState(() => FIELDS.some((field) => draft[field] !== ''));
  /** The error about the order of start and end, with the fields' visible names. */
  const momentError = (field: 'startsAt' | 'expiresAt') =>
    errorAt(error, field)?.replace('startsAt', t.startsAt).replace('expiresAt', t.expiresAt);
  const isRefused = FIELDS.some((field) => errorAt(error, field) !== undefined);
  return (
    <details className="utm" open={wasUsed || isRefused || undefined}>
      <summary>{t.window}</summary>
      <p className="hint">{t.windowHint}</p>
      <div className="utm-fields moment-fields">
        <Field
          label={t.startsAt}
          type="datetime-local"
          value={draft.startsAt}
          onValue={(startsAt) => onDraft({ startsAt })}
          error={momentError('startsAt')}
        />
        <Field
          label={t.expiresAt}
          type="datetime-local"
          value={draft.expiresAt}
          onValue={(expiresAt) => onDraft({ expiresAt })}
          error={momentError('expiresAt')}
        />
      </div>
      <Field
        label={t.expiredUrl}
        hint={t.expiredUrlHint}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        value={draft.expiredUrl}
        onValue={(expiredUrl) => onDraft({ expiredUrl })}
        onBlur={() => onDraft({ expiredUrl: withScheme(draft.expiredUrl) })}
        error={errorAt(error, 'expiredUrl')}
      />
    </details>
  );
}
