// Makes readers of request bodies from JSON Schemas. Each takes a parsed body and gives its known fields, typed, or the
// refusal that names the first field at fault. Unknown fields are ignored.

import { OWN_SCHEMA } from '@kurz/process';
import { Ajv, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv';
import { reasonOfType } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';
import { refusalOfNul } from './nul-field-of';

export type BodyOutcome<T> = { kind: 'body'; body: T } | Refusal;
export type ReadBody<T> = (body: unknown) => BodyOutcome<T>;

const ajv = new Ajv(OWN_SCHEMA);

function refusalOf(error: ErrorObject | undefined): Refusal {
  if (error?.keyword === 'required') {
    return refuse('VALIDATION_FAILED', {
      field: String(error.params['missingProperty']),
      reason: 'required',
    });
  }
  const field = error?.instancePath.slice(1);
  if (!field) return refuse('VALIDATION_FAILED', { field: 'body', reason: 'not_an_object' });
  return refuse('VALIDATION_FAILED', { field, reason: reasonOfType(error?.params['type']) });
}

/** Looks at texts of known fields only: ignored fields may hold anything, and items of lists are validated later. */
function refusalOfKnown(body: object, { properties }: SchemaObject): Refusal | undefined {
  const known = Object.entries(body).filter(
    ([name, value]) => typeof value === 'string' && isNamed(properties, name),
  );
  return refusalOfNul(Object.fromEntries(known));
}

function isNamed(properties: unknown, name: string): boolean {
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name);
}

/** `schema` describes an object whose properties are simple types, as T does. It is compiled at the first body. */
export function makeBodyReader<T extends object>(schema: SchemaObject): ReadBody<T> {
  let compiled: ValidateFunction<T> | undefined;
  return (body) => {
    const validate = (compiled ??= ajv.compile<T>(schema));
    if (!validate(body)) return refusalOf(validate.errors?.[0]);
    return refusalOfKnown(body, schema) ?? { kind: 'body', body };
  };
}
