// The first step in an empty workspace: a field to paste an address into.

import { type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { errorAt } from '../link-form/field-errors';
import { keepDraft, readKeptDraft } from '../link-form/kept-draft';
import { EMPTY_DRAFT, newLinkOf } from '../link-form/link-draft';
import { useCreateLink } from '../link-form/save-link';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FormError } from '../ui/form-error';
import { useWorkspace } from '../workspace/workspace-gate';
import { linksTexts } from './links-texts';

/** Elements in use. The field appears when the list is read, and must not take the focus from these. */
const IN_USE = '[role^="menuitem"], input, textarea, select, dialog *';

export default function FirstLink({ onCreated }: { onCreated: (link: Link) => void }) {
  const t = useTexts(linksTexts);
  const { id: workspace } = useWorkspace();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!document.activeElement?.matches(IN_USE)) field.current?.focus();
  }, []);
  const [url, setUrl] = useState(() => readKeptDraft(workspace)?.url ?? '');
  const create = useCreateLink((link) => {
    keepDraft(workspace, undefined);
    onCreated(link);
  });
  const type = (typed: string) => {
    setUrl(typed);
    keepDraft(workspace, { ...EMPTY_DRAFT, url: typed });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate(newLinkOf({ ...EMPTY_DRAFT, url }));
  };
  return (
    <section className="card first-link">
      <h2>{t.empty}</h2>
      <p className="hint">{t.emptyHint}</p>
      <form noValidate onSubmit={submit}>
        <Field
          label={t.firstUrl}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          inputRef={field}
          value={url}
          onValue={type}
          error={errorAt(create.error, 'url')}
        />
        <Button type="submit" kind="primary" isBusy={create.isPending}>
          {t.shorten}
        </Button>
      </form>
      <FormError error={create.error} shown={['url']} />
    </section>
  );
}
