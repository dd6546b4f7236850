// The rule or destination that a refusal names: `rules[1].when.country`, `split[2].weight`.

import { ApiError, wordsAtField } from '../../api/api-error';
import type { ConditionsField } from './conditions-draft';

/** `path`: the API's path of the faulty field, relative to the field that gets the fault; empty for that field. */
export type Fault = { path: string; words: string };

export const faultOf = (error: unknown): Fault | undefined =>
  error instanceof ApiError && error.field !== undefined
    ? { path: error.field, words: wordsAtField(error.message) }
    : undefined;

/** The fault, if it is at this path or below it. */
export function faultAt(fault: Fault | undefined, path: string): Fault | undefined {
  if (!fault?.path.startsWith(path)) return undefined;
  const rest = fault.path.slice(path.length);
  if (rest !== '' && !/^[.[]/.test(rest)) return undefined;
  return { ...fault, path: rest.replace(/^\./, '') };
}

const FIELDS: readonly ConditionsField[] = ['rules', 'split', 'forwardQuery'];

/** The field of the draft that a refusal is about. */
export const conditionRefused = (error: unknown): ConditionsField | undefined =>
  FIELDS.find((field) => faultAt(faultOf(error), field) !== undefined);
