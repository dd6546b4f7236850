// Validates conventions that a person sent or a file holds: complete conventions, or the first thing that is wrong.

import { OWN_SCHEMA } from '@kurz/process';
import { Ajv, type ErrorObject, type SchemaObject } from 'ajv';
import { reasonOfType, type Reason } from '../../errors/reasons';
import { driftOf, utmKeys } from './drift-of';
import type { UtmConventions } from './utm-conventions';

/** Bounds the cost of one list of links: 100 links × 5 parameters × this many entries. */
export const MAX_ENTRIES = 200;
export const MAX_ENTRY_CHARACTERS = 256;

/** `field` is its path in the document: `allowed.medium.0`. */
export type ConventionsFault = { field: string; reason: Reason; max?: number };
export type ValidatedConventions =
  { kind: 'conventions'; conventions: UtmConventions } | { kind: 'faulty'; fault: ConventionsFault };

const entries = {
  type: 'array',
  maxItems: MAX_ENTRIES,
  items: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_ENTRY_CHARACTERS,
    pattern: '^[^\\u0000]*$',
    // half of a surrogate pair, which PostgreSQL cannot hold
    not: { type: 'string', pattern: '\\p{Cs}' },
  },
};

/** A misspelled name is refused: a rule that is quietly left out would look like one that every link keeps. */
const schema: SchemaObject = {
  type: 'object',
  additionalProperties: false,
  properties: {
    enabled: { type: 'boolean', default: true },
    required: { type: 'array', items: { enum: utmKeys }, uniqueItems: true, default: [] },
    allowed: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(utmKeys.map((key) => [key, entries])),
      default: {},
    },
    lowercase: { type: 'boolean', default: false },
    separator: { enum: ['-', '_', null], default: null },
  },
};

const compileBoth = () => ({
  validateAsSent: new Ajv(OWN_SCHEMA).compile(schema),
  /** Fills in omitted fields, so it is given a copy. Only a document that is known to be flat is copied. */
  validate: new Ajv({ ...OWN_SCHEMA, useDefaults: true }).compile<UtmConventions>(schema),
});
/** Compiled for the first conventions: most processes see none. */
let compiled: ReturnType<typeof compileBoth> | undefined;

const REASONS: Readonly<Record<string, Reason>> = {
  additionalProperties: 'unknown_field',
  enum: 'not_offered',
  maxItems: 'too_many',
  maxLength: 'too_long',
  minLength: 'empty',
  uniqueItems: 'repeated',
  pattern: 'has_nul',
  not: 'unusable_characters',
};

function faultOf({ keyword, instancePath, params }: ErrorObject): ConventionsFault {
  const path = instancePath.split('/').slice(1);
  if (keyword === 'additionalProperties') path.push(String(params['additionalProperty']));
  const reason = path.length === 0 ? 'not_an_object' : (REASONS[keyword] ?? reasonOfType(params['type']));
  const max = Number(params['limit']);
  return { field: path.join('.') || 'conventions', reason, ...(max > 1 && { max }) };
}

/** Finds an entry that no value could match without breaking another rule. */
function contradictionIn(conventions: UtmConventions): ConventionsFault | undefined {
  const { allowed, lowercase, separator } = conventions;
  const rules = { enabled: true, required: [], allowed: {}, lowercase, separator };
  const none = { source: null, medium: null, campaign: null, term: null, content: null };
  for (const key of utmKeys) {
    const index = allowed[key]?.findIndex((entry) => driftOf({ ...none, [key]: entry }, rules)) ?? -1;
    if (index >= 0) return { field: `allowed.${key}.${index}`, reason: 'contradicts' };
  }
  return undefined;
}

/** Fills in omitted fields, so that conventions always show every rule. */
export function validateUtmConventions(sent: unknown): ValidatedConventions {
  const { validateAsSent, validate } = (compiled ??= compileBoth());
  if (!validateAsSent(sent)) {
    const [error] = validateAsSent.errors ?? [];
    return { kind: 'faulty', fault: error ? faultOf(error) : { field: 'conventions', reason: 'wrong_type' } };
  }
  const document: unknown = structuredClone(sent);
  if (!validate(document)) throw new Error('conventions became faulty by their defaults');
  const fault = contradictionIn(document);
  return fault ? { kind: 'faulty', fault } : { kind: 'conventions', conventions: document };
}
