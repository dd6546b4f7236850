// Which reason names the type that a JSON schema expects, for a field that has another one.

import type { Reason } from './reasons';

const REASONS: Readonly<Record<string, Reason>> = {
  string: 'not_a_text',
  boolean: 'not_a_boolean',
  array: 'not_a_list',
  object: 'not_an_object',
  integer: 'not_a_number',
};

/** `type`: that of the schema. */
export const reasonOfType = (type: unknown): Reason => REASONS[String(type)] ?? 'wrong_type';
