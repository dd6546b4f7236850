// Validates the rules of a link as create and edit receive them, without the database.

import { refuse, type Refusal } from '../../errors/refusal';
import {
  destinationOf,
  refuseDestination,
  type Destination,
  type DestinationField,
} from '../validate-destination';
import { fault, isJson, readWhen, unknownKey, type Fault } from './read-when';
import { findConflict } from './rule-conflicts';
import { conditionsOf, type ConditionsEdit, type RuleObject } from './rule-object';

/** What a body says of them. null and [] take them away; undefined leaves them as they are. */
export type ConditionFields = { rules?: unknown[] | null };

export const MAX_RULES = 20;
const KEYS = new Set(['when', 'url']);

/** The field of a rule's destination. */
export const ruleUrl = (index: number): DestinationField => `rules[${index}].url`;

function readRule(sent: unknown): { kind: 'rule'; when: RuleObject['when']; url: string } | Fault {
  if (!isJson(sent)) return fault('', 'not_an_object');
  const odd = unknownKey(sent, KEYS);
  if (odd !== undefined) return fault(odd, 'unknown_field');
  const read = readWhen(sent['when']);
  if (read.kind === 'fault') return read;
  const { url } = sent;
  if (typeof url !== 'string') return fault('url', url === undefined ? 'required' : 'not_a_text');
  return { kind: 'rule', when: read.when, url };
}

function refusalOf(index: number, { path, reason, max }: Fault): Refusal {
  const field = `rules[${index}]${path && '.'}${path}`;
  return refuse('VALIDATION_FAILED', { field, reason, ...(max !== undefined && { max }) });
}

export function readConditions({
  rules: sent,
}: ConditionFields): { kind: 'conditions'; edit: ConditionsEdit | undefined } | Refusal {
  if (sent === undefined) return { kind: 'conditions', edit: undefined };
  if (sent !== null && sent.length > MAX_RULES)
    return refuse('VALIDATION_FAILED', { field: 'rules', reason: 'too_many', max: MAX_RULES });
  const rules: RuleObject[] = [];
  const destinations: Destination[] = [];
  for (const [index, each] of (sent ?? []).entries()) {
    const read = readRule(each);
    if (read.kind === 'fault') return refusalOf(index, read);
    const destination = destinationOf(read.url);
    if (destination.kind === 'refused') return refuseDestination(destination.fault, ruleUrl(index));
    rules.push({ when: read.when, url: destination.url });
    destinations.push(destination);
  }
  const conflict = findConflict(rules);
  if (conflict) return refusalOf(conflict.index, fault('', conflict.reason));
  return conditionsOf(rules, destinations);
}
