// The rules of a link in their order.

import type { Rule } from '../../api/types';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { moved } from './conditions-draft';
import { conditionsTexts } from './conditions-texts';
import { LIST_KINDS } from './offered';
import { Refused } from './refused';
import { faultAt, type Fault } from './field-fault';
import { RuleFields } from './rule-fields';
import { useFocusAfter } from './use-focus-after';
import { useOffers, type Offers } from './use-offers';

const MAX_RULES = 20;

const optionsOf = (names: readonly string[]) => names.map((name) => <option key={name} value={name} />);

/** The datalists for the condition kinds that the rules use. */
function Datalists({ rules, offers }: { rules: readonly Rule[]; offers: Offers }) {
  const used = LIST_KINDS.filter((kind) => rules.some(({ when }) => when[kind]));
  return (
    <>
      {used.map((kind) => (
        <datalist key={kind} id={offers.listOf(kind)}>
          {optionsOf(offers.namesOf(kind))}
        </datalist>
      ))}
      {rules.some(({ when }) => when.time) && (
        <datalist id={offers.listOf('zone')}>{optionsOf(Intl.supportedValuesOf('timeZone'))}</datalist>
      )}
    </>
  );
}

type Props = {
  rules: readonly Rule[];
  onRules: (rules: Rule[]) => void;
  /** Called when rules have moved, so that the indexes in a refusal's path are outdated. */
  onReorder: () => void;
  fault: Fault | undefined;
};

export function RuleList({ rules, onRules, onReorder, fault }: Props) {
  const t = useTexts(conditionsTexts);
  const offers = useOffers();
  const { container, focusAfter } = useFocusAfter();
  const own = faultAt(fault, 'rules');
  const last = rules.length - 1;
  const set = (changed: Rule[], focused: string) => {
    onRules(changed);
    onReorder();
    focusAfter(focused);
  };
  const move = (from: number, to: number) => {
    const ways = to < from ? ['up', 'down'] : ['down', 'up'];
    const way = (to === 0 && ways[0] === 'up') || (to === last && ways[0] === 'down') ? ways[1] : ways[0];
    set(moved(rules, from, to), `[data-rule="${to}"] [data-move="${way}"]`);
  };
  const remove = (index: number) =>
    set(
      rules.filter((_, other) => other !== index),
      last === 0 ? '[data-add]' : `[data-rule="${Math.min(index, last - 1)}"] :is(input, select)`,
    );
  return (
    <div ref={container} className="rules">
      <p className="hint">
        {t.rulesHint} {rules.length > 0 && t.allMustHold}
      </p>
      <Refused words={own?.path === '' ? own.words : undefined} />
      {rules.map((rule, index) => (
        <RuleFields
          key={index}
          rule={rule}
          index={index}
          count={rules.length}
          onRule={(changed) => onRules(rules.map((one, other) => (other === index ? changed : one)))}
          onMove={(to) => move(index, to)}
          onRemove={() => remove(index)}
          focusAfter={focusAfter}
          offers={offers}
          fault={faultAt(own, `[${index}]`)}
        />
      ))}
      <Datalists rules={rules} offers={offers} />
      {rules.length < MAX_RULES && (
        <Button
          data-add=""
          onClick={() =>
            set([...rules, { when: {}, url: '' }], `[data-rule="${rules.length}"] .add-condition select`)
          }
        >
          {t.addRule}
        </Button>
      )}
    </div>
  );
}
