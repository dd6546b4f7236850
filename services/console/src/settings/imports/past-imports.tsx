// The imports that made links. Each can be undone after a confirmation.

import { useState } from 'react';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Section } from '../section';
import { importTexts } from './import-texts';
import { sourceNameOf } from './peers';
import { undoImport, useJobStep, type PastImport } from './use-imports';

const STATES = {
  running: { text: 'isRunning', badge: 'badge badge-warning' },
  finished: { text: 'isFinished', badge: 'badge badge-good' },
  undoing: { text: 'isUndoing', badge: 'badge badge-warning' },
  undone: { text: 'isUndone', badge: 'badge' },
} as const;

function UndoDialog({ of, onClose }: { of: PastImport; onClose: () => void }) {
  const t = useTexts(importTexts);
  const format = useFormat();
  const undo = useJobStep<string>(async (id, workspace) => {
    await undoImport(id, workspace);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.undoNamed(format.moment(of.createdAt))}
      confirm={t.undo}
      error={undo.error}
      isBusy={undo.isPending}
      onConfirm={() => undo.mutate(of.id)}
      onClose={onClose}
    >
      <p>{t.undoHint}</p>
    </ConfirmDialog>
  );
}

/** `isBusy`: a job is running, during which nothing can be undone. */
export function PastImports({ imports, isBusy }: { imports: readonly PastImport[]; isBusy: boolean }) {
  const t = useTexts(importTexts);
  const format = useFormat();
  const [asked, setAsked] = useState<PastImport>();
  return (
    <Section title={t.past} hint={t.pastHint}>
      {imports.length === 0 && <p>{t.none}</p>}
      <ul className="rows" aria-label={t.past}>
        {imports.map((one) => (
          <li key={one.id} className="row">
            <div className="row-main">
              <p>
                <strong>{format.moment(one.createdAt)}</strong> {t.madeLinks(format.number(one.links))}
              </p>
              <p className="hint">
                {sourceNameOf(one.source) ?? t.file}{' '}
                <span className={STATES[one.state].badge}>{t[STATES[one.state].text]}</span>
              </p>
            </div>
            {one.state !== 'undone' && (
              <div className="row-actions">
                <Button kind="quiet" isBusy={isBusy} onClick={() => setAsked(one)}>
                  {t.undo}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked && <UndoDialog of={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  );
}
