// A schema's type in a few words, for the tables of the documentation.

import { isNode } from './document-node';

/** An integer of 0 or more. */
const COUNT = 'count';

const nameOf = (reference: string) => reference.split('/').at(-1) ?? '';

/** Whether a schema has a chapter of its own. Others are described where they are used. */
export function hasFields(schema: unknown): boolean {
  return isNode(schema) && isNode(schema['properties']);
}

/** Whether a schema has one field only, which is another object. It is named where it is answered. */
export function isWrapper(schema: unknown): boolean {
  if (!isNode(schema) || !isNode(schema['properties'])) return false;
  const [field, ...others] = Object.values(schema['properties']);
  return others.length === 0 && isNode(field) && Object.keys(field).join() === '$ref';
}

const shown = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));

function boundsOf(schema: Readonly<Record<string, unknown>>): string {
  const of = (name: string) => shown(schema[name]);
  const [min, max, fewest, most] = [of('minimum'), of('maximum'), of('minItems'), of('maxItems')];
  const [longest, preset] = [of('maxLength'), of('default')];
  const bounds = [
    min && (max ? `${min} to ${max}` : `${min} or more`),
    most && `${fewest === most ? '' : `${fewest ?? 0} to `}${most} entries`,
    longest && `up to ${longest} characters`,
    preset && `default ${preset}`,
  ];
  const text = bounds.filter(Boolean).join(', ');
  return text && ` (${text})`;
}

const listed = (values: readonly unknown[]) => values.map((value) => `\`${String(value)}\``).join(', ');

/** Markdown. `resolve` returns the target of a reference. */
export function typeTextOf(schema: unknown, resolve: (reference: string) => unknown): string {
  if (!isNode(schema)) return 'any';
  const { $ref: reference, type, items, enum: values, format } = schema;
  if (typeof reference === 'string') {
    const target = resolve(reference);
    const name = nameOf(reference);
    if (isWrapper(target) && isNode(target) && isNode(target['properties'])) {
      const [[field, inner] = []] = Object.entries(target['properties']);
      return `\`${field ?? ''}\`, a ${typeTextOf(inner, resolve)}`;
    }
    return hasFields(target) ? `[${name}](#${name.toLowerCase()})` : typeTextOf(target, resolve);
  }
  for (const key of ['oneOf', 'anyOf']) {
    const options = schema[key];
    if (Array.isArray(options)) return options.map((option) => typeTextOf(option, resolve)).join(' or ');
  }
  if ('const' in schema) return listed([schema['const']]);
  if (Array.isArray(values)) return listed(values);
  if (type === 'array') return `list of ${typeTextOf(items, resolve)}${boundsOf(schema)}`;
  if (Array.isArray(type)) return type.join(' or ');
  if (typeof type !== 'string') return 'any';
  if (type === 'integer' && schema['minimum'] === 0 && schema['maximum'] === undefined) return COUNT;
  return `${typeof format === 'string' ? format : type}${boundsOf(schema)}`;
}
