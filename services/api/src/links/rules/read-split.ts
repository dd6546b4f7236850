// Validates the destinations of a split as create and edit receive them, without the database.

import type { Reason } from '../../errors/reasons';
import { refuse, type Refusal } from '../../errors/refusal';
import {
  destinationOf,
  refuseDestination,
  type DestinationField,
  type FieldDestination,
} from '../validate-destination';
import { isJson, unknownKey } from './read-when';
import type { VariantObject } from './rule-object';

const MIN_VARIANTS = 2;
const MAX_VARIANTS = 10;
const MAX_WEIGHT = 99;
const ALL = 100;
const KEYS = new Set(['url', 'weight']);

type ReadSplit = { kind: 'split'; split: VariantObject[]; destinations: FieldDestination[] } | Refusal;

const refuseField = (field: string, reason: Reason, params: { min?: number; max?: number } = {}) =>
  refuse('VALIDATION_FAILED', { field, reason, ...params });

function readVariant(sent: unknown, at: string): { kind: 'variant'; url: string; weight: number } | Refusal {
  if (!isJson(sent)) return refuseField(at, 'not_an_object');
  const odd = unknownKey(sent, KEYS);
  if (odd !== undefined) return refuseField(`${at}.${odd}`, 'unknown_field');
  const { url, weight } = sent;
  if (typeof url !== 'string') return refuseField(`${at}.url`, url === undefined ? 'required' : 'not_a_text');
  if (weight === undefined) return refuseField(`${at}.weight`, 'required');
  if (typeof weight !== 'number' || !Number.isInteger(weight))
    return refuseField(`${at}.weight`, 'not_a_number');
  if (weight < 1 || weight > MAX_WEIGHT)
    return refuseField(`${at}.weight`, 'out_of_range', { min: 1, max: MAX_WEIGHT });
  return { kind: 'variant', url, weight };
}

/** An empty list is no split. */
export function readSplit(sent: readonly unknown[]): ReadSplit {
  const split: VariantObject[] = [];
  const destinations: FieldDestination[] = [];
  if (sent.length === 0) return { kind: 'split', split, destinations };
  if (sent.length < MIN_VARIANTS) return refuseField('split', 'too_few', { min: MIN_VARIANTS });
  if (sent.length > MAX_VARIANTS) return refuseField('split', 'too_many', { max: MAX_VARIANTS });
  for (const [index, each] of sent.entries()) {
    const read = readVariant(each, `split[${index}]`);
    if (read.kind === 'refused') return read;
    const field: DestinationField = `split[${index}].url`;
    const destination = destinationOf(read.url);
    if (destination.kind === 'refused') return refuseDestination(destination.fault, field);
    split.push({ url: destination.url, weight: read.weight });
    destinations.push({ field, location: destination.location });
  }
  const sum = split.reduce((all, { weight }) => all + weight, 0);
  return sum === ALL ? { kind: 'split', split, destinations } : refuseField('split', 'weights_not_all');
}
