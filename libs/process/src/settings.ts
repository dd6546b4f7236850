// Reads settings from the environment by a JSON Schema. Each service's settings.ts brings the schema; a start with bad
// settings lists every fault at once and stops.

import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type JSONSchemaType } from 'ajv';
import { sayRenamed } from './former-name';
import { OWN_SCHEMA } from './own-schema';

/** All that is wrong with the settings, one line each. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(`These settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

type Environment = Record<string, string | undefined>;

/** What a schema cannot say of a variable: gets its text and all that is set, gives what is wrong with it. */
export type SettingsJudge = (text: string, all: Readonly<Record<string, string>>) => readonly string[];
export type SettingsJudges = Readonly<Record<string, SettingsJudge>>;

function faultOf(error: ErrorObject): string {
  if (error.keyword === 'required') return `${String(error.params['missingProperty'])} is missing`;
  return `${error.instancePath.slice(1) || 'settings'} ${error.message ?? 'is not valid'}`;
}

/** `NAME`, or the content of the file that `NAME_FILE` names (for secrets), trimmed at the end. */
function readOne(environment: Environment, name: string, faults: string[]): string | undefined {
  const direct = environment[name];
  const file = environment[`${name}_FILE`];
  if (direct !== undefined && file !== undefined) {
    faults.push(`${name} and ${name}_FILE are both set`);
    return undefined;
  }
  if (file === undefined) return direct;
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    faults.push(`${name}_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

type Property = { formerly?: string };

/** The value of `name`, else of the name that it had one release ago. */
function readNamed(
  environment: Environment,
  { name, formerly }: { name: string; formerly: string | undefined },
  { faults, onRenamed }: { faults: string[]; onRenamed: typeof sayRenamed },
): string | undefined {
  const value = readOne(environment, name, faults);
  if (formerly === undefined || (value !== undefined && value !== '')) return value;
  const formerValue = readOne(environment, formerly, faults);
  if (formerValue !== undefined && formerValue !== '') onRenamed(formerly, name);
  return formerValue;
}

/**
 * Settings by `schema` (an object of string, integer, number and boolean properties named like the environment's
 * variables, defaults in the schema). Unset and empty variables take the default. `formerly` at a property: the name it
 * had one release ago, read when the new name is unset. `judges` by the variable's name look at what is set. The result
 * is frozen.
 * @throws SettingsError with every fault.
 */
export function readSettings<T extends object>(
  schema: JSONSchemaType<T>,
  environment: Environment,
  judges: SettingsJudges = {},
  onRenamed = sayRenamed,
): Readonly<T> {
  const faults: string[] = [];
  const raw: Record<string, string> = {};
  for (const [name, { formerly }] of Object.entries(schema.properties as Record<string, Property>)) {
    const value = readNamed(environment, { name, formerly }, { faults, onRenamed });
    if (value !== undefined && value !== '') raw[name] = value;
  }
  for (const [name, judge] of Object.entries(judges)) {
    const text = raw[name];
    if (text !== undefined) faults.push(...judge(text, raw).map((fault) => `${name} ${fault}`));
  }
  const reading = { allErrors: true, coerceTypes: true, useDefaults: true, keywords: ['formerly'] };
  const ajv = new Ajv({ ...OWN_SCHEMA, ...reading });
  const validate = ajv.compile<T>(schema);
  const settings: unknown = raw;
  if (!validate(settings)) faults.push(...(validate.errors ?? []).map(faultOf));
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(settings as T);
}
