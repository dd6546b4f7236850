// Fields by which a workspace organises its links: tags, a note, an external id, the archive.

import { useId, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { TagInput } from '../tags/tag-input';
import { tagsTexts } from '../tags/tags-texts';
import { Field } from '../ui/field';
import { errorAt } from './field-errors';
import { tagsOfDraft, textOfTags, type LinkDraft } from './link-draft';

const FIELDS = ['tags', 'note', 'externalId', 'isArchived'] as const;

type Props = {
  draft: LinkDraft;
  onDraft: (change: Partial<LinkDraft>) => void;
  /** The last error of saving. */
  error: unknown;
};

export function LabelFields({ draft, onDraft, error }: Props) {
  const t = useTexts(tagsTexts);
  const id = useId();
  // stays open after its first opening, so that clearing a field does not close it
  const [wasUsed] = useState(() => FIELDS.some((field) => draft[field] !== ''));
  const isRefused = FIELDS.some((field) => errorAt(error, field) !== undefined);
  const noteError = errorAt(error, 'note');
  return (
    <details className="utm" open={wasUsed || isRefused || undefined}>
      <summary>{t.order}</summary>
      <TagInput
        tags={tagsOfDraft(draft.tags)}
        onTags={(tags) => onDraft({ tags: textOfTags(tags) })}
        error={errorAt(error, 'tags')}
      />
      <div className="field">
        <label htmlFor={id}>{t.note}</label>
        <textarea
          id={id}
          rows={3}
          maxLength={2000}
          value={draft.note}
          aria-invalid={noteError !== undefined || undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onDraft({ note: target.value })}
        />
        <p className={noteError ? 'field-error' : 'hint'} id={`${id}-hint`}>
          {noteError ?? t.noteHint}
        </p>
      </div>
      <Field
        label={t.externalId}
        hint={t.externalIdHint}
        error={errorAt(error, 'externalId')}
        maxLength={255}
        autoComplete="off"
        value={draft.externalId}
        onValue={(externalId) => onDraft({ externalId })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.isArchived !== ''}
          onChange={({ target }) => onDraft({ isArchived: target.checked ? 'yes' : '' })}
        />
        {t.archived}
      </label>
    </details>
  );
}
