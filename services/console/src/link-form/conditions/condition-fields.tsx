// Rules, a split, and query forwarding: where a link leads besides its destination.

import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { rulesOf, splitOf, textOf, type ConditionsDraft } from './conditions-draft';
import { conditionsTexts } from './conditions-texts';
import { conditionRefused, faultOf } from './field-fault';
import { RuleList } from './rule-list';
import { SplitFields } from './split-fields';
import './conditions.css';

type Props = {
  draft: ConditionsDraft;
  onDraft: (change: Partial<ConditionsDraft>) => void;
  /** The destination of the link. */
  url: string;
  /** The last error of saving. */
  error: unknown;
};

export default function ConditionFields({ draft, onDraft, url, error }: Props) {
  const t = useTexts(conditionsTexts);
  const hintId = useId();
  const container = useRef<HTMLDivElement>(null);
  // a refusal names rules by their index, which is outdated once a rule is moved or removed
  const [over, setOver] = useState<unknown>();
  const fault = error === over ? undefined : faultOf(error);
  // the form does the same, but this part may be loaded only after the refusal
  useEffect(() => {
    if (conditionRefused(error))
      container.current?.querySelector<HTMLElement>('[aria-invalid], [data-refused]')?.focus();
  }, [error]);
  return (
    <div ref={container} className="condition-parts">
      <RuleList
        rules={rulesOf(draft.rules)}
        onRules={(rules) => onDraft({ rules: textOf(rules) })}
        onReorder={() => setOver(error)}
        fault={fault}
      />
      <SplitFields
        split={splitOf(draft.split)}
        onSplit={(split) => onDraft({ split: textOf(split) })}
        onReorder={() => setOver(error)}
        url={url}
        fault={fault}
      />
      <div>
        <label className="check">
          <input
            type="checkbox"
            checked={draft.forwardQuery !== ''}
            aria-describedby={hintId}
            onChange={({ target }) => onDraft({ forwardQuery: target.checked ? 'yes' : '' })}
          />
          {t.forwardQuery}
        </label>
        <p className="hint" id={hintId}>
          {t.forwardQueryHint}
        </p>
      </div>
    </div>
  );
}
