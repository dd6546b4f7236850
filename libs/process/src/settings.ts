// Settings, described by the properties of a JSON Schema, from which their type is derived. A start with bad settings
// lists every fault at once and stops.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { warnOfRenamed } from './former-name';
import { OWN_SCHEMA } from './own-schema';

/** Lists every fault of the settings, one line each. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(`These settings are not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

type Environment = Record<string, string | undefined>;

/** Validates what a schema cannot: gets the text of one variable and of all that are set, returns the faults. */
export type SettingsValidator = (text: string, all: Readonly<Record<string, string>>) => readonly string[];

/** A property of a JSON Schema, with four keywords of our own. Without `default` and `optional` it is required. */
type SettingsProperty = {
  optional?: true;
  /** Only with `optional`: another variable. One of the two is required. */
  unless?: string;
  /** The name that it had one release ago, which is read when this one is unset. */
  formerly?: string;
  /** Called with the text when it is set. */
  validate?: SettingsValidator;
} & (
  | { type: 'string'; enum?: readonly string[]; pattern?: string; minLength?: number; default?: string }
  | { type: 'integer'; minimum?: number; maximum?: number; default?: number }
  | { type: 'boolean'; default?: boolean }
);

/** The properties by name. Write the constant as `… as const satisfies SettingsProperties`. */
export type SettingsProperties = Readonly<Record<string, Readonly<SettingsProperty>>>;

type ValueOf<Property extends Readonly<SettingsProperty>> = Property extends {
  enum: readonly (infer Word)[];
}
  ? Word
  : { string: string; integer: number; boolean: boolean }[Property['type']];

/** The settings that `Properties` describe. */
export type SettingsOf<Properties extends SettingsProperties> = {
  readonly [Name in keyof Properties]:
    ValueOf<Properties[Name]> | (Properties[Name] extends { optional: true } ? undefined : never);
};

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

/** The value of `name`, else of the name that it had one release ago. */
function readNamed(
  environment: Environment,
  { name, formerly }: { name: string; formerly: string | undefined },
  { faults, onRenamed }: { faults: string[]; onRenamed: typeof warnOfRenamed },
): string | undefined {
  const value = readOne(environment, name, faults);
  if (formerly === undefined || (value !== undefined && value !== '')) return value;
  const formerValue = readOne(environment, formerly, faults);
  if (formerValue !== undefined && formerValue !== '') onRenamed(formerly, name);
  return formerValue;
}

type Check = { properties: SettingsProperties; coerceTypes: boolean };

/** Fills in the defaults and returns every fault. */
function faultsOf(settings: object, { properties, coerceTypes }: Check): string[] {
  const required = Object.entries(properties)
    .filter(([, { optional, default: byDefault }]) => !optional && byDefault === undefined)
    .map(([name]) => name);
  const keywords = ['optional', 'unless', 'formerly', 'validate'];
  const ajv = new Ajv({ ...OWN_SCHEMA, allErrors: true, coerceTypes, useDefaults: true, keywords });
  const validate = ajv.compile({ type: 'object', required, properties });
  validate(settings);
  return (validate.errors ?? []).map(faultOf);
}

/**
 * Settings given by code, with defaults for the missing ones; frozen.
 * @throws SettingsError with every fault.
 */
export function settingsOf<const Properties extends SettingsProperties>(
  properties: Properties,
  given: Partial<SettingsOf<Properties>>,
): SettingsOf<Properties> {
  const settings = { ...given };
  const faults = faultsOf(settings, { properties, coerceTypes: false });
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(settings as SettingsOf<Properties>);
}

/**
 * Settings from the environment, by properties named like its variables. Unset and empty variables take the default.
 * The result is frozen.
 * @throws SettingsError with every fault.
 */
export function readSettings<const Properties extends SettingsProperties>(
  properties: Properties,
  environment: Environment,
  onRenamed = warnOfRenamed,
): SettingsOf<Properties> {
  const faults: string[] = [];
  const raw: Record<string, string> = {};
  for (const [name, { formerly }] of Object.entries(properties)) {
    const value = readNamed(environment, { name, formerly }, { faults, onRenamed });
    if (value !== undefined && value !== '') raw[name] = value;
  }
  const settings: object = { ...raw };
  faults.push(...faultsOf(settings, { properties, coerceTypes: true }));
  for (const [name, { unless }] of Object.entries(properties))
    if (unless !== undefined && raw[name] === undefined && raw[unless] === undefined)
      faults.push(`${name} is missing`);
  for (const [name, { validate }] of Object.entries(properties)) {
    const text = raw[name];
    if (validate && text !== undefined)
      faults.push(...validate(text, raw).map((fault) => `${name} ${fault}`));
  }
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(settings as SettingsOf<Properties>);
}

/** Validates that a file exists; a relative path counts from `root`. */
export const validateFile =
  (root: string): SettingsValidator =>
  (file) =>
    existsSync(path.resolve(root, file)) ? [] : [`${file}: there is no such file`];
