// Texts about conditions for the closed section and for a conflict. The texts of the open section are loaded with it.

import { useFormat } from '../../i18n/format';
import { catalogue, useTexts } from '../../i18n/texts';
import { rulesOf, splitOf, type ConditionsField } from './conditions-draft';

const texts = catalogue(
  {
    conditions: 'Conditions',
    loading: 'Loading …',
    rules: 'Rule list',
    oneRule: '1 rule',
    ruleCount: (count: string) => `${count} rules`,
    split: 'Split',
    splitCount: (count: string) => `${count} destinations`,
    forwardQuery: 'Passing the query on',
    yes: 'yes',
  },
  {
    conditions: 'Bedingungen',
    loading: 'Wird geladen …',
    rules: 'Regelliste',
    oneRule: '1 Regel',
    ruleCount: (count: string) => `${count} Regeln`,
    split: 'Aufteilung',
    splitCount: (count: string) => `${count} Ziele`,
    forwardQuery: 'Weitergeben der Parameter',
    yes: 'ja',
  },
);

export const isConditionsField = (field: string): field is ConditionsField =>
  field === 'rules' || field === 'split' || field === 'forwardQuery';

export function useConditionsWords() {
  const t = useTexts(texts);
  const format = useFormat();
  /** The value of a draft in words; empty for none. */
  const saidOf = (field: ConditionsField, value: string): string => {
    if (value === '') return '';
    if (field === 'forwardQuery') return t.yes;
    if (field === 'split') return t.splitCount(format.number(splitOf(value).length));
    const count = rulesOf(value).length;
    return count === 1 ? t.oneRule : t.ruleCount(format.number(count));
  };
  return { t, saidOf };
}
