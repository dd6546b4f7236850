// Makes readers of queries from the parameters of the OpenAPI file. Each takes a request's query and gives the known
// parameters, typed and with their defaults (an empty one counts as missing), or the refusal that names the first
// fault.

import { OWN_SCHEMA } from '@kurz/process';
import { Ajv2020, type ErrorObject, type SchemaObject, type ValidateFunction } from 'ajv/dist/2020';
import { refuse, type Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';
import { follow } from './follow';
import { operationNamed } from './operations';

export type QueryOutcome<T> = { kind: 'query'; values: T } | Refusal;
export type ReadQuery<T> = (query: ApiRequest['query']) => QueryOutcome<T>;

// verbose: an error contains the schema, for the bounds that its text names
const ajv = new Ajv2020({ ...OWN_SCHEMA, useDefaults: true, verbose: true });

function refusalOf({ keyword, instancePath, params, parentSchema = {} }: ErrorObject): Refusal {
  // for an entry of a list, the name of the parameter
  const [field = ''] = instancePath.slice(1).split('/');
  const invalid = (reason: Parameters<typeof refuse>[1] & object) =>
    refuse('VALIDATION_FAILED', { field, ...reason });
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return invalid({
        reason: 'out_of_range',
        min: Number(parentSchema['minimum']),
        max: Number(parentSchema['maximum']),
      });
    case 'maxLength':
      return invalid({ reason: 'too_long', max: Number(params['limit']) });
    case 'enum':
      return invalid({ reason: 'not_offered' });
    case 'maxItems':
      return invalid({ reason: 'too_many', max: Number(params['limit']) });
    case 'pattern':
      return invalid({ reason: 'unusable_characters' });
    default:
      return invalid({ reason: parentSchema['type'] === 'integer' ? 'not_a_number' : 'wrong_type' });
  }
}

/** A number when the schema wants an integer and the text is one, otherwise the text: the schema validates it. */
function valueOf(text: string, schema: SchemaObject): unknown {
  return schema['type'] === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** T is the type of the operation's query parameters in the file. Compiled at the first query. */
export function queryReaderOf<T extends object>(operationId: string): ReadQuery<T> {
  let compiled: { schemas: ReadonlyMap<string, SchemaObject>; validate: ValidateFunction<T> } | undefined;

  const compile = () => {
    const parameters = operationNamed(operationId).parameters.filter(({ in: place }) => place === 'query');
    const schemas = new Map(parameters.map(({ name, schema }) => [String(name), follow(schema)]));
    const validate = ajv.compile<T>({ type: 'object', properties: Object.fromEntries(schemas) });
    return { schemas, validate };
  };

  return (query) => {
    const { schemas, validate } = (compiled ??= compile());
    const values: Record<string, unknown> = {};
    for (const [name, schema] of schemas) {
      const sent = query[name];
      if (schema['type'] === 'array') {
        const entries = [sent ?? []].flat().filter((entry) => entry !== '');
        if (entries.length > 0) values[name] = entries;
        continue;
      }
      if (Array.isArray(sent)) return refuse('VALIDATION_FAILED', { field: name, reason: 'repeated' });
      if (sent !== undefined && sent !== '') values[name] = valueOf(sent, schema);
    }
    if (validate(values)) return { kind: 'query', values };
    const [error] = validate.errors ?? [];
    if (!error) throw new Error('a query is refused without an error');
    return refusalOf(error);
  };
}
