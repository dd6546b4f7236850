// The conditions that a rule can have, each at most once.

import type { RuleConditions } from '../../api/types';
import { LIST_KINDS, type ListKind } from './offered';

export const RULE_KINDS = [...LIST_KINDS, 'time', 'via', 'query'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export const isListKind = (kind: RuleKind): kind is ListKind => LIST_KINDS.some((one) => one === kind);

export const kindsOf = (when: RuleConditions): RuleKind[] =>
  RULE_KINDS.filter((kind) => when[kind] !== undefined);

/** Adds a condition of the kind, which is not filled in yet. */
export function withKind(when: RuleConditions, kind: RuleKind): RuleConditions {
  if (kind === 'via') return { ...when, via: 'scan' };
  if (kind === 'query') return { ...when, query: { name: '' } };
  if (kind !== 'time') return { ...when, [kind]: [] };
  return { ...when, time: { zone: Intl.DateTimeFormat().resolvedOptions().timeZone } };
}

/** Removes the condition: JSON leaves out undefined fields. */
export const withoutKind = (when: RuleConditions, kind: RuleKind): RuleConditions => ({
  ...when,
  [kind]: undefined,
});
