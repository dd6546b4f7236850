// The tags of the workspace, to be renamed, merged and deleted.

import { type SubmitEvent, useState } from 'react';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Section } from './section';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { fieldErrorOf, FormError } from '../ui/form-error';
import { ErrorState, LoadingPage } from '../ui/states';
import { useWorkspace } from '../workspace/workspace-gate';
import { tagsTexts } from '../tags/tags-texts';
import { useChangeTag, useTags } from '../tags/use-tags';
import '../tags/tags.css';

type DialogProps = { tag: string; onClose: () => void };

function RenameDialog({ tag, onClose }: DialogProps) {
  const t = useTexts(tagsTexts);
  const [name, setName] = useState(tag);
  const [merge, setMerge] = useState(false);
  const change = useChangeTag(onClose);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate({ tag, to: { name, merge } });
  };
  return (
    <Dialog title={t.renameNamed(tag)} onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <Field
          label={t.newName}
          value={name}
          onValue={setName}
          error={fieldErrorOf(change.error, 'name')}
          autoComplete="off"
          data-autofocus=""
        />
        <label className="check">
          <input type="checkbox" checked={merge} onChange={({ target }) => setMerge(target.checked)} />
          {t.merge}
        </label>
        <FormError error={change.error} shown={['name']} />
        <div className="dialog-actions">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={change.isPending}>
            {t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function DeleteTagDialog({ tag, onClose }: DialogProps) {
  const t = useTexts(tagsTexts);
  const change = useChangeTag(onClose);
  return (
    <ConfirmDialog
      title={t.deleteNamed(tag)}
      confirm={t.delete}
      error={change.error}
      isBusy={change.isPending}
      onConfirm={() => change.mutate({ tag })}
      onClose={onClose}
    >
      <p>{t.deleteHint}</p>
    </ConfirmDialog>
  );
}

export function TagsSection() {
  const t = useTexts(tagsTexts);
  const format = useFormat();
  const { role } = useWorkspace();
  const tags = useTags();
  const [asked, setAsked] = useState<{ tag: string; what: 'rename' | 'delete' }>();
  const close = () => setAsked(undefined);
  return (
    <Section title={t.tags} hint={t.manage}>
      {!tags.data &&
        (tags.error ? (
          <ErrorState error={tags.error} onRetry={() => void tags.refetch()} />
        ) : (
          <LoadingPage />
        ))}
      {tags.data?.length === 0 && <p className="hint">{t.noTags}</p>}
      <ul className="rows">
        {(tags.data ?? []).map(({ name, links, archivedLinks }) => (
          <li key={name} className="row">
            <div className="row-main">
              <strong>{name}</strong>
              <p className="hint">{t.links(format.number(links), format.number(archivedLinks))}</p>
            </div>
            {role !== 'viewer' && (
              <div className="row-actions">
                <Button kind="quiet" onClick={() => setAsked({ tag: name, what: 'rename' })}>
                  {t.rename}
                </Button>
                <Button kind="quiet" onClick={() => setAsked({ tag: name, what: 'delete' })}>
                  {t.delete}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked?.what === 'rename' && <RenameDialog tag={asked.tag} onClose={close} />}
      {asked?.what === 'delete' && <DeleteTagDialog tag={asked.tag} onClose={close} />}
    </Section>
  );
}
