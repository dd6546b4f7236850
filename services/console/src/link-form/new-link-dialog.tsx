// Creates a link. The draft is kept in the browser's tab until it is saved or started over.

import { useState } from 'react';
import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useWorkspace } from '../workspace/workspace-gate';
import { keepDraft, readKeptDraft } from './kept-draft';
import { EMPTY_DRAFT, newLinkOf, type LinkDraft } from './link-draft';
import { LinkForm } from './link-form';
import { linkFormTexts } from './link-form-texts';
import { useCreateLink } from './save-link';

type Props = { onCreated: (link: Link) => void; onClose: () => void };

export default function NewLinkDialog({ onCreated, onClose }: Props) {
  const t = useTexts(linkFormTexts);
  const { id: workspace } = useWorkspace();
  const [draft, setDraft] = useState(() => readKeptDraft(workspace) ?? EMPTY_DRAFT);
  const [isRestored, setRestored] = useState(draft !== EMPTY_DRAFT);
  const create = useCreateLink((link) => {
    keepDraft(workspace, undefined);
    onCreated(link);
  });
  const change = (typed: Partial<LinkDraft>) => {
    const next = { ...draft, ...typed };
    setDraft(next);
    keepDraft(workspace, next);
  };
  const startOver = () => {
    setDraft(EMPTY_DRAFT);
    setRestored(false);
    create.reset();
    keepDraft(workspace, undefined);
  };
  return (
    <Dialog title={t.newLink} className="dialog-wide" onClose={onClose}>
      {isRestored && (
        <p className="notice restored" role="status">
          {t.restored} <Button onClick={startOver}>{t.startOver}</Button>
        </p>
      )}
      <LinkForm
        draft={draft}
        onDraft={change}
        error={create.error}
        isBusy={create.isPending}
        submit={t.create}
        onSubmit={() => create.mutate(newLinkOf(draft))}
        onCancel={onClose}
      />
    </Dialog>
  );
}
