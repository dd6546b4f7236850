// One condition of a rule, by its kind.

import type { RuleConditions } from '../../api/types';
import { useTexts } from '../../i18n/texts';
import { TokenInput } from '../../tags/token-input';
import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { conditionsTexts } from './conditions-texts';
import type { Fault } from './field-fault';
import { isListKind, type RuleKind } from './rule-kinds';
import { TimeFields } from './time-fields';
import type { Offers } from './use-offers';

type Query = NonNullable<RuleConditions['query']>;

function QueryFields({
  query,
  onQuery,
  fault,
}: {
  query: Query;
  onQuery: (query: Query) => void;
  fault: Fault | undefined;
}) {
  const t = useTexts(conditionsTexts);
  const { name, value } = query;
  const isAtValue = fault?.path === 'value';
  return (
    <div className="condition-fields">
      <Field
        label={t.parameter}
        hint={t.parameterHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={name}
        onValue={(typed) => onQuery({ ...query, name: typed })}
        error={isAtValue ? undefined : fault?.words}
      />
      <Select
        label={t.match}
        value={value === undefined ? 'any' : 'this'}
        options={[
          { value: 'any', name: t.anyValue },
          { value: 'this', name: t.thisValue },
        ]}
        onValue={(match) => onQuery(match === 'any' ? { name } : { name, value: '' })}
      />
      {value !== undefined && (
        <Field
          label={t.value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={value}
          onValue={(typed) => onQuery({ name, value: typed })}
          error={isAtValue ? fault.words : undefined}
        />
      )}
    </div>
  );
}

type Props = {
  kind: RuleKind;
  when: RuleConditions;
  onWhen: (when: RuleConditions) => void;
  offers: Offers;
  fault: Fault | undefined;
};

export function ConditionField({ kind, when, onWhen, offers, fault }: Props) {
  const t = useTexts(conditionsTexts);
  if (isListKind(kind))
    return (
      <TokenInput
        label={t[kind]}
        listLabel={t[kind]}
        hint={t.listHint}
        error={fault?.words}
        values={when[kind] ?? []}
        onValues={(values) => onWhen({ ...when, [kind]: values })}
        nameOf={(value) => offers.nameOf(kind, value)}
        toValue={(text) => offers.toValue(kind, text)}
        removeLabel={t.removeValue}
        maxLength={100}
        list={offers.listOf(kind)}
      />
    );
  if (when.time && kind === 'time')
    return (
      <TimeFields
        time={when.time}
        onTime={(time) => onWhen({ ...when, time })}
        fault={fault}
        zones={offers.listOf('zone')}
      />
    );
  if (when.query && kind === 'query')
    return <QueryFields query={when.query} onQuery={(query) => onWhen({ ...when, query })} fault={fault} />;
  return (
    <Select
      label={t.via}
      value={when.via ?? 'scan'}
      options={[
        { value: 'scan', name: t.scan },
        { value: 'click', name: t.click },
      ]}
      onValue={(via) => onWhen({ ...when, via })}
    />
  );
}
