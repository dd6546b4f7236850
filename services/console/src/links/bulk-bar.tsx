// Bulk actions on the selected links, with a confirmation before and an outcome for each link.

import { useState } from 'react';
import type { Link } from '../api/types';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { BulkTagsDialog } from './bulk-tags-dialog';
import { type Change, useChangeLinks } from './change-links';
import { linksTexts } from './links-texts';
import { OutcomeList, type Outcomes, OutcomeSum } from './outcome-list';

const WORDS = {
  pause: { title: 'pauseMany', why: 'pauseManyWhy', verb: 'pause' },
  resume: { title: 'resumeMany', why: 'resumeManyWhy', verb: 'resume' },
  archive: { title: 'archiveMany', why: 'archiveManyWhy', verb: 'archive' },
  unarchive: { title: 'unarchiveMany', why: 'unarchiveManyWhy', verb: 'unarchive' },
  delete: { title: 'deleteMany', why: 'deleteManyWhy', verb: 'delete' },
} as const;

function BulkDialog({
  links,
  change,
  onClose,
}: {
  links: readonly Link[];
  change: Change;
  onClose: () => void;
}) {
  const t = useTexts(linksTexts);
  const format = useFormat();
  const [outcomes, setOutcomes] = useState<Outcomes>();
  const run = useChangeLinks((outcome) =>
    setOutcomes((known) => new Map(known).set(outcome.link.id, outcome)),
  );
  const start = (some: readonly Link[]) => {
    setOutcomes(
      (known = new Map()) => new Map([...known].filter(([id]) => !some.some((one) => one.id === id))),
    );
    run.mutate({ links: some, change });
  };
  const words = WORDS[change];
  const failed = [...(outcomes?.values() ?? [])].filter(({ error }) => error !== undefined);
  return (
    <Dialog title={t[words.title](format.number(links.length))} onClose={onClose}>
      {outcomes ? <OutcomeSum links={links} outcomes={outcomes} /> : <p>{t[words.why]}</p>}
      {outcomes && <OutcomeList links={links} outcomes={outcomes} />}
      <div className="dialog-actions">
        {outcomes && failed.length > 0 && !run.isPending && (
          <Button onClick={() => start(failed.map(({ link }) => link))}>{t.tryFailed}</Button>
        )}
        {outcomes ? (
          <Button kind="primary" onClick={onClose}>
            {t.close}
          </Button>
        ) : (
          <>
            <Button data-autofocus={change === 'delete' ? '' : undefined} onClick={onClose}>
              {t.cancel}
            </Button>
            <Button
              kind={change === 'delete' ? 'danger' : 'primary'}
              data-autofocus={change === 'delete' ? undefined : ''}
              onClick={() => start(links)}
            >
              {t[words.verb]}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

type Props = { links: readonly Link[]; onClear: () => void };

export function BulkBar({ links, onClear }: Props) {
  const t = useTexts(linksTexts);
  const format = useFormat();
  // the links when the dialog opened, because deleted links disappear from the table behind it
  const [asked, setAsked] = useState<{ links: readonly Link[]; change: Change | 'tags' }>();
  if (links.length === 0 && !asked) return null;
  const ask = (change: Change | 'tags') => setAsked({ links, change });
  const close = () => {
    setAsked(undefined);
    onClear();
  };
  return (
    <div className="bulk-bar" role="group" aria-label={t.bulk}>
      <p role="status">{t.selected(format.number(links.length))}</p>
      <Button onClick={() => ask('pause')}>{t.pause}</Button>
      <Button onClick={() => ask('resume')}>{t.resume}</Button>
      <Button onClick={() => ask('archive')}>{t.archive}</Button>
      <Button onClick={() => ask('unarchive')}>{t.unarchive}</Button>
      <Button onClick={() => ask('tags')}>{t.tags}</Button>
      <Button kind="danger" onClick={() => ask('delete')}>
        {t.delete}
      </Button>
      <Button kind="quiet" onClick={onClear}>
        {t.clear}
      </Button>
      {asked?.change === 'tags' && <BulkTagsDialog links={asked.links} onClose={close} />}
      {asked && asked.change !== 'tags' && (
        <BulkDialog links={asked.links} change={asked.change} onClose={close} />
      )}
    </div>
  );
}
