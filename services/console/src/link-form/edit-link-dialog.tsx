// Edits a link. A conflicting save shows what changed meanwhile and keeps what was typed.

import { useState } from 'react';
import { ApiError } from '../api/api-error';
import type { Link } from '../api/types';
import { useTexts } from '../i18n/texts';
import { shortNameOf, type LinkAddress } from '../link/link-address';
import { StateNote } from '../link/link-state';
import { useLink, type TaggedLink } from '../link/use-link';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { intoView } from '../ui/into-view';
import { ErrorState, LoadingPage } from '../ui/states';
import { toast } from '../ui/toast';
import { useWorkspace } from '../workspace/workspace-gate';
import { isConditionsField, useConditionsWords } from './conditions/conditions-words';
import {
  changedFields,
  draftOf,
  linkEditOf,
  mergedDraft,
  type DraftField,
  type LinkDraft,
} from './link-draft';
import { LinkForm } from './link-form';
import { linkFormTexts } from './link-form-texts';
import { readAgain, useEditLink } from './save-link';

const LABELS = {
  url: 'destination',
  slug: 'slug',
  title: 'title',
  startsAt: 'startsAt',
  expiresAt: 'expiresAt',
  expiredUrl: 'expiredUrl',
  note: 'note',
  externalId: 'externalId',
  tags: 'tags',
  isArchived: 'isArchived',
  password: 'password',
  hasPassword: 'password',
} as const;

/** The text for fields whose draft is only a mark or empty. */
const MARKS: Partial<Record<DraftField, 'yes' | 'isSet'>> = { isArchived: 'yes', hasPassword: 'isSet' };

type ConflictProps = {
  before: LinkDraft;
  theirs: LinkDraft;
  mine: LinkDraft;
  onDraft: (change: Partial<LinkDraft>) => void;
};

function Conflict({ before, theirs, mine, onDraft }: ConflictProps) {
  const t = useTexts(linkFormTexts);
  const { t: words, saidOf } = useConditionsWords();
  const changed = changedFields(before, theirs);
  const nameOf = (field: (typeof changed)[number]) =>
    isConditionsField(field) ? words[field] : t[LABELS[field]];
  const valueOf = (field: (typeof changed)[number]) => {
    if (isConditionsField(field)) return saidOf(field, theirs[field]);
    const mark = MARKS[field];
    return theirs[field] && mark ? t[mark] : theirs[field];
  };
  return (
    <div ref={intoView} className="notice notice-warning" role="alert">
      <p>{t.conflict}</p>
      <ul className="conflicts">
        {changed.map((field) => (
          <li key={field}>
            {t.theirs(nameOf(field), valueOf(field) || t.emptyValue)}{' '}
            {mine[field] !== theirs[field] && (
              <Button onClick={() => onDraft({ [field]: theirs[field] })}>
                {t.takeTheirs(nameOf(field))}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

type FormProps = { loaded: TaggedLink; onSaved: (link: Link) => void; onClose: () => void };

/** The form for a link in its state when the dialog opened, or after the last conflict. */
function EditForm({ loaded, onSaved, onClose }: FormProps) {
  const t = useTexts(linkFormTexts);
  const { id: workspace } = useWorkspace();
  const [base, setBase] = useState(loaded);
  const [before, setBefore] = useState<LinkDraft>();
  const [draft, setDraft] = useState(() => draftOf(loaded.link));
  const [isLeaving, setLeaving] = useState(false);
  const change = (typed: Partial<LinkDraft>) => {
    setLeaving(false);
    setDraft((last) => ({ ...last, ...typed }));
  };
  const edit = useEditLink((link) => {
    toast(t.saved(shortNameOf({ domain: link.zoneDomain, slug: link.slug })));
    onSaved(link);
  });
  const saved = draftOf(base.link);
  const isDirty = changedFields(saved, draft).length > 0;
  const submit = () => {
    if (!isDirty) {
      toast(t.nothingChanged);
      return onClose();
    }
    edit.mutate(
      { base, body: linkEditOf(saved, draft) },
      {
        onError: (error) => {
          if (!(error instanceof ApiError) || error.status !== 412) return;
          void readAgain(workspace, base).then((now) => {
            setDraft((mine) => mergedDraft(saved, mine, draftOf(now.link)));
            setBefore(saved);
            setBase(now);
            edit.reset();
          });
        },
      },
    );
  };
  const leave = () => (isDirty && !isLeaving ? setLeaving(true) : onClose());
  return (
    <Dialog
      title={t.editLink(shortNameOf({ domain: base.link.zoneDomain, slug: base.link.slug }))}
      className="dialog-wide"
      onClose={leave}
    >
      <StateNote link={base.link} />
      <LinkForm
        draft={draft}
        onDraft={change}
        saved={saved}
        error={edit.error}
        isBusy={edit.isPending}
        submit={t.save}
        onSubmit={submit}
        onCancel={leave}
      >
        {before && <Conflict before={before} theirs={saved} mine={draft} onDraft={change} />}
        {isLeaving && (
          <div ref={intoView} className="notice notice-warning leaving" role="alert">
            <p>{t.unsaved}</p>
            <Button kind="danger" onClick={onClose}>
              {t.discard}
            </Button>
            <Button onClick={() => setLeaving(false)}>{t.goOn}</Button>
          </div>
        )}
      </LinkForm>
    </Dialog>
  );
}

type Props = { address: LinkAddress; onSaved?: (link: Link) => void; onClose: () => void };

export default function EditLinkDialog({ address, onSaved, onClose }: Props) {
  const t = useTexts(linkFormTexts);
  const { data, error, refetch } = useLink(address);
  const [loaded, setLoaded] = useState<TaggedLink>();
  // edits are relative to the link as it was first shown, whatever is read later
  if (data && !loaded) setLoaded(data);
  if (loaded)
    return (
      <EditForm
        loaded={loaded}
        onClose={onClose}
        onSaved={(link) => {
          onSaved?.(link);
          onClose();
        }}
      />
    );
  return (
    <Dialog title={t.editLink(shortNameOf(address))} className="dialog-wide" onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingPage />}
    </Dialog>
  );
}
