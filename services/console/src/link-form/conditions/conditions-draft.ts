// The conditions of a link as texts of a draft: the API's lists as JSON, empty for none.

import type { Link, LinkEdit, Rule, RuleConditions, RuleTime, Variant } from '../../api/types';
import { withScheme } from '../../link/with-scheme';

export type ConditionsDraft = {
  rules: string;
  split: string;
  /** Empty for no. */
  forwardQuery: string;
};
export type ConditionsField = keyof ConditionsDraft;

export const EMPTY_CONDITIONS: ConditionsDraft = { rules: '', split: '', forwardQuery: '' };

const listOf = (text: string): unknown[] => {
  const list: unknown = text === '' ? [] : JSON.parse(text);
  return Array.isArray(list) ? list : [];
};
// safe to cast, because only texts that textOf wrote are read
export const rulesOf = (text: string): Rule[] => listOf(text) as Rule[];
export const splitOf = (text: string): Variant[] => listOf(text) as Variant[];

/** A weight that is no number becomes null, which the API refuses at its place. */
export const textOf = (list: readonly (Rule | Variant)[]): string =>
  list.length === 0 ? '' : JSON.stringify(list);

export const conditionsDraftOf = (link: Pick<Link, 'rules' | 'split' | 'forwardQuery'>): ConditionsDraft => ({
  rules: textOf(link.rules ?? []),
  split: textOf(link.split ?? []),
  forwardQuery: link.forwardQuery ? 'yes' : '',
});

const sentTime = ({ zone, weekdays, from, to }: RuleTime): RuleTime => ({
  zone: zone.trim(),
  ...(weekdays && weekdays.length > 0 && { weekdays }),
  ...(from && { from }),
  ...(to && { to }),
});

const sentWhen = (when: RuleConditions): RuleConditions =>
  when.time ? { ...when, time: sentTime(when.time) } : when;

const sentRules = (text: string): Rule[] =>
  rulesOf(text).map(({ when, url }) => ({ when: sentWhen(when), url: withScheme(url) }));

const sentSplit = (text: string): Variant[] =>
  splitOf(text).map(({ url, weight }) => ({ url: withScheme(url), weight }));

/** The fields to send for an edit or a creation: only changed fields, and null for removed ones. */
export function sentConditions(
  before: ConditionsDraft,
  after: ConditionsDraft,
): Pick<LinkEdit, ConditionsField> {
  const { rules, split, forwardQuery } = after;
  return {
    ...(rules !== before.rules && { rules: rules === '' ? null : sentRules(rules) }),
    ...(split !== before.split && { split: split === '' ? null : sentSplit(split) }),
    ...(forwardQuery !== before.forwardQuery && { forwardQuery: forwardQuery !== '' }),
  };
}

/** Whole weights that sum to 100 and differ by one at most. */
export const equalWeights = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(100 / count) + (index < 100 % count ? 1 : 0));

/** The sum of the weights. A weight that is no number counts as 0. */
export const sumOfWeights = (variants: readonly Variant[]): number =>
  variants.reduce((sum, { weight }) => sum + (Number.isFinite(weight) ? weight : 0), 0);

/** The list with one entry moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
