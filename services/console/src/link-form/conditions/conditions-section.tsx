// The form's section for rules, a split and query forwarding. Its content is loaded when the section is first opened.

import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part';
import type { ConditionsDraft } from './conditions-draft';
import { useConditionsWords } from './conditions-words';
import { conditionRefused } from './field-fault';

const ConditionFields = lazyPart(() => import('./condition-fields'));

type Props = {
  draft: ConditionsDraft;
  onDraft: (change: Partial<ConditionsDraft>) => void;
  /** The destination of the link. */
  url: string;
  /** The last error of saving. */
  error: unknown;
};

export function ConditionsSection(props: Props) {
  const { draft, error } = props;
  const { t, saidOf } = useConditionsWords();
  const [isOpen, setOpen] = useState(
    () => draft.rules !== '' || draft.split !== '' || draft.forwardQuery !== '',
  );
  const [isNeeded, setNeeded] = useState(isOpen);
  const [seen, setSeen] = useState(error);
  if (error !== seen) {
    setSeen(error);
    if (conditionRefused(error)) setOpen(true);
  }
  if (isOpen && !isNeeded) setNeeded(true);
  const set = [saidOf('rules', draft.rules), saidOf('split', draft.split)].filter((words) => words !== '');
  return (
    <details className="utm conditions" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t.conditions}{' '}
        {set.map((words) => (
          <span key={words} className="badge">
            {words}
          </span>
        ))}
      </summary>
      {isNeeded && (
        <Suspense fallback={<p className="hint">{t.loading}</p>}>
          <ConditionFields {...props} />
        </Suspense>
      )}
    </details>
  );
}
