// One rule: its conditions, where it leads, and its place among the others.

import { useState } from 'react';
import type { Rule, RuleConditions } from '../../api/types';
import { useFormat } from '../../i18n/format';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { Select } from '../../ui/select';
import { ConditionField } from './condition-field';
import { conditionsTexts } from './conditions-texts';
import { DestinationField } from './destination-field';
import { Refused } from './refused';
import { faultAt, type Fault } from './field-fault';
import { kindsOf, RULE_KINDS, withKind, withoutKind, type RuleKind } from './rule-kinds';
import type { Offers } from './use-offers';

type AddProps = { free: readonly RuleKind[]; onAdd: (kind: RuleKind) => void };

function AddCondition({ free, onAdd }: AddProps) {
  const t = useTexts(conditionsTexts);
  const [chosen, setChosen] = useState<RuleKind>();
  const kind = free.find((one) => one === chosen) ?? free[0];
  if (kind === undefined) return null;
  return (
    <div className="add-condition">
      <Select
        label={t.addCondition}
        value={kind}
        options={free.map((value) => ({ value, name: t[value] }))}
        onValue={setChosen}
      />
      <Button onClick={() => onAdd(kind)}>{t.add}</Button>
    </div>
  );
}

type Props = {
  rule: Rule;
  index: number;
  count: number;
  onRule: (rule: Rule) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  /** Takes the selector of the element to focus next, within the list of rules. */
  focusAfter: (selector: string) => void;
  offers: Offers;
  fault: Fault | undefined;
};

export function RuleFields(props: Props) {
  const { rule, index, count, onRule, onMove, onRemove, focusAfter, offers, fault } = props;
  const t = useTexts(conditionsTexts);
  const number = useFormat().number(index + 1);
  const { when, url } = rule;
  const kinds = kindsOf(when);
  const faultOfKind = (kind: RuleKind) => faultAt(fault, `when.${kind}`);
  const isAtField = fault?.path === 'url' || kinds.some(faultOfKind);
  const setWhen = (changed: RuleConditions) => onRule({ ...rule, when: changed });
  return (
    <fieldset className="rule" data-rule={index}>
      <legend>{t.rule(number)}</legend>
      <Refused words={isAtField ? undefined : fault?.words} />
      {kinds.map((kind) => (
        <div key={kind} className="condition" data-kind={kind}>
          <ConditionField
            kind={kind}
            when={when}
            onWhen={setWhen}
            offers={offers}
            fault={faultOfKind(kind)}
          />
          <Button
            aria-label={t.removeCondition(t[kind])}
            onClick={() => {
              setWhen(withoutKind(when, kind));
              focusAfter(`[data-rule="${index}"] .add-condition select`);
            }}
          >
            {t.remove}
          </Button>
        </div>
      ))}
      <AddCondition
        free={RULE_KINDS.filter((kind) => !kinds.includes(kind))}
        onAdd={(kind) => {
          setWhen(withKind(when, kind));
          focusAfter(`[data-rule="${index}"] [data-kind="${kind}"] :is(input, select)`);
        }}
      />
      <DestinationField
        label={t.leadsTo}
        url={url}
        onUrl={(typed) => onRule({ ...rule, url: typed })}
        error={fault?.path === 'url' ? fault.words : undefined}
      />
      <div className="rule-actions">
        {index > 0 && (
          <Button data-move="up" onClick={() => onMove(index - 1)}>
            {t.ruleUp(number)}
          </Button>
        )}
        {index < count - 1 && (
          <Button data-move="down" onClick={() => onMove(index + 1)}>
            {t.ruleDown(number)}
          </Button>
        )}
        <Button onClick={onRemove}>{t.removeRule(number)}</Button>
      </div>
    </fieldset>
  );
}
