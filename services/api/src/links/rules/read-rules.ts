// Validates the conditions of a link as create and edit receive them, without the database.

import { refuse, type Refusal } from '../../errors/refusal';
import {
  destinationOf,
  refuseDestination,
  type DestinationField,
  type FieldDestination,
} from '../validate-destination';
import { fault, isJson, readWhen, unknownKey, type Fault } from './read-when';
import { findConflict } from './rule-conflicts';
import { readSplit } from './read-split';
import {
  composeConditions,
  conditionsAfter,
  NO_CONDITIONS,
  refuseLarge,
  type ConditionsEdit,
  type RuleObject,
} from './rule-object';

/** The condition fields of a body. null and [] remove them; undefined leaves them as they are. */
export type ConditionFields = {
  rules?: unknown[] | null;
  split?: unknown[] | null;
  forwardQuery?: boolean;
};

export const MAX_RULES = 20;
const KEYS = new Set(['when', 'url']);

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

type ReadRules = { kind: 'rules'; rules: RuleObject[]; destinations: FieldDestination[] } | Refusal;

function readRules(sent: readonly unknown[]): ReadRules {
  if (sent.length > MAX_RULES)
    return refuse('VALIDATION_FAILED', { field: 'rules', reason: 'too_many', max: MAX_RULES });
  const rules: RuleObject[] = [];
  const destinations: FieldDestination[] = [];
  for (const [index, each] of sent.entries()) {
    const read = readRule(each);
    if (read.kind === 'fault') return refusalOf(index, read);
    const field: DestinationField = `rules[${index}].url`;
    const destination = destinationOf(read.url);
    if (destination.kind === 'refused') return refuseDestination(destination.fault, field);
    rules.push({ when: read.when, url: destination.url });
    destinations.push({ field, location: destination.location });
  }
  const conflict = findConflict(rules);
  if (conflict) return refusalOf(conflict.index, fault('', conflict.reason));
  return { kind: 'rules', rules, destinations };
}

export function readConditions(
  sent: ConditionFields,
): { kind: 'conditions'; edit: ConditionsEdit | undefined } | Refusal {
  const { forwardQuery } = sent;
  if (sent.rules === undefined && sent.split === undefined && forwardQuery === undefined)
    return { kind: 'conditions', edit: undefined };
  const edit: ConditionsEdit = { forwardQuery, destinations: [] };
  if (sent.rules !== undefined) {
    const read = readRules(sent.rules ?? []);
    if (read.kind === 'refused') return read;
    edit.rules = read.rules.length > 0 ? read.rules : null;
    edit.destinations.push(...read.destinations);
  }
  if (sent.split !== undefined) {
    const read = readSplit(sent.split ?? []);
    if (read.kind === 'refused') return read;
    edit.split = read.split.length > 0 ? read.split : null;
    edit.destinations.push(...read.destinations);
  }
  const refusal = refuseLarge(composeConditions(conditionsAfter(NO_CONDITIONS, edit)), edit);
  return refusal ?? { kind: 'conditions', edit };
}
