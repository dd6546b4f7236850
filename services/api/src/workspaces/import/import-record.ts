// The records of an export that an import reads, and what each must be. An unknown field of a link is a fault: it may
// say where the link must not lead.

import { STORED_DIMENSIONS, type StoredDimension } from '@kurz/click-event';
import type { Plan, Role } from '@kurz/database';
import { OWN_SCHEMA } from '@kurz/process';
import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';

export type WorkspaceRecord = {
  id: string;
  name: string;
  plan: Plan;
  isYearly: boolean;
  billingAnchor: string;
  cadenceChangesOn: string | null;
  yearStartsIn: number | null;
  defaultZoneDomain: string | null;
  utmConventions: object | null;
  suspendedAt: string | null;
  requiresSecondFactor: boolean;
  createdAt: string;
};
export type MemberRecord = { email: string; isEmailProven: boolean; role: Role; joinedAt: string };
export type ZoneRecord = {
  id: string;
  domain: string;
  name: string;
  isEnabled: boolean;
  tlsState: 'pending' | 'provisioned' | 'failed';
  ownershipState: 'pending' | 'verified' | 'failed';
  rootRedirectUrl: string;
  proofSeenAt: string | null;
  createdAt: string;
};
export type TagRecord = { id: string; name: string; createdAt: string };
export type QuotaRecord = { periodStart: string; used: number };
export type LinkRecord = {
  id: string;
  zoneId?: string;
  zoneDomain: string;
  slug: string;
  url: string;
  location: string;
  title: string;
  isEnabled: boolean;
  isRestricted: boolean;
  isUnsafe: boolean;
  note: string;
  externalId: string | null;
  isArchived: boolean;
  tags: string[];
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmTerm: string | null;
  utmContent: string | null;
  startsAt: string | null;
  expiresAt: string | null;
  expiredUrl: string | null;
  /** Absent in files of a version without them. */
  rules?: unknown[] | null;
  split?: unknown[] | null;
  forwardQuery?: boolean;
  passwordHash?: string | null;
  total: number;
  preTracking: number;
  trackingSince: string | null;
  createdAt: string;
  updatedAt: string;
};
export type DailyCountRecord = { linkId: string; day: string; requests: number; bots: number; qr: number };
export type DailyHumansRecord = {
  linkId: string;
  day: string;
  dimension: StoredDimension;
  key: string;
  humans: number;
};

export type KnownRecord =
  | { kind: 'export'; version: number; of: string; id: string }
  | ({ kind: 'workspace' } & WorkspaceRecord)
  | ({ kind: 'member' } & MemberRecord)
  | ({ kind: 'zone' } & ZoneRecord)
  | ({ kind: 'tag' } & TagRecord)
  | ({ kind: 'quota' } & QuotaRecord)
  | ({ kind: 'link' } & LinkRecord)
  | ({ kind: 'dailyCount' } & DailyCountRecord)
  | ({ kind: 'dailyHumans' } & DailyHumansRecord)
  | { kind: 'end'; records: number };

const isMoment = (text: string) => {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text;
};
const isDay = (text: string) => isMoment(`${text}T00:00:00.000Z`);

const TEXT = { type: 'string', maxLength: 40_000 };
const OR_NULL = (schema: object) => ({ ...schema, nullable: true });
const ID = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$' };
const SLUG = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,1024}$' };
/** An argon2id hash. A check costs ten of ours at most: redirectors make one for each password that is sent. */
const PASSWORD_HASH = {
  type: 'string',
  pattern:
    '^\\$argon2id\\$v=19\\$m=[1-9][0-9]{0,4},t=[1-4],p=[1-4]\\$[A-Za-z0-9+/]{11,86}\\$[A-Za-z0-9+/]{22,86}$',
};
const YES_NO = { type: 'boolean' };
const COUNT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const MOMENT = { type: 'string', format: 'moment' };
const DAY = { type: 'string', format: 'day' };
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });

/** `optional`: fields that not every export has. */
const object = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const SCHEMAS: Readonly<Record<KnownRecord['kind'], object>> = {
  export: object({ version: { type: 'integer' }, of: TEXT, id: ID }),
  workspace: object({
    id: ID,
    name: { type: 'string', minLength: 1, maxLength: 100 },
    plan: oneOf('free', 'basic', 'pro', 'team', 'business', 'unlimited'),
    isYearly: YES_NO,
    billingAnchor: DAY,
    cadenceChangesOn: OR_NULL(DAY),
    yearStartsIn: OR_NULL({ type: 'integer', minimum: 1, maximum: 12 }),
    defaultZoneDomain: OR_NULL(TEXT),
    utmConventions: OR_NULL({ type: 'object' }),
    suspendedAt: OR_NULL(MOMENT),
    requiresSecondFactor: YES_NO,
    createdAt: MOMENT,
  }),
  member: object({
    email: TEXT,
    isEmailProven: YES_NO,
    role: oneOf('owner', 'admin', 'member', 'viewer'),
    joinedAt: MOMENT,
  }),
  zone: object({
    id: ID,
    domain: TEXT,
    name: TEXT,
    isEnabled: YES_NO,
    tlsState: oneOf('pending', 'provisioned', 'failed'),
    ownershipState: oneOf('pending', 'verified', 'failed'),
    rootRedirectUrl: TEXT,
    proofSeenAt: OR_NULL(MOMENT),
    createdAt: MOMENT,
  }),
  tag: object({ id: ID, name: TEXT, createdAt: MOMENT }),
  quota: object({ periodStart: MOMENT, used: COUNT }),
  link: {
    ...object(
      {
        ...{
          kind: TEXT,
          id: ID,
          zoneId: ID,
          zoneDomain: TEXT,
          slug: SLUG,
          url: TEXT,
          location: TEXT,
          title: TEXT,
        },
        ...{
          isEnabled: YES_NO,
          isRestricted: YES_NO,
          isUnsafe: YES_NO,
          isSuspended: YES_NO,
          isArchived: YES_NO,
        },
        ...{ note: TEXT, externalId: OR_NULL(TEXT), tags: { type: 'array', items: TEXT, maxItems: 20 } },
        ...{ utmSource: OR_NULL(TEXT), utmMedium: OR_NULL(TEXT), utmCampaign: OR_NULL(TEXT) },
        ...{ utmTerm: OR_NULL(TEXT), utmContent: OR_NULL(TEXT) },
        ...{ startsAt: OR_NULL(MOMENT), expiresAt: OR_NULL(MOMENT), expiredUrl: OR_NULL(TEXT) },
        ...{ rules: OR_NULL({ type: 'array' }), split: OR_NULL({ type: 'array' }) },
        forwardQuery: YES_NO,
        passwordHash: OR_NULL(PASSWORD_HASH),
        ...{ total: COUNT, preTracking: COUNT, trackingSince: OR_NULL(DAY), version: COUNT },
        ...{ createdAt: MOMENT, updatedAt: MOMENT },
      },
      ['zoneId', 'version', 'rules', 'split', 'forwardQuery', 'passwordHash'],
    ),
    additionalProperties: false,
  },
  dailyCount: object({ linkId: ID, day: DAY, requests: COUNT, bots: COUNT, qr: COUNT }),
  dailyHumans: object({
    linkId: ID,
    day: DAY,
    dimension: oneOf(...STORED_DIMENSIONS),
    key: TEXT,
    humans: COUNT,
  }),
  end: object({ records: COUNT }),
};

const ajv = new Ajv({ ...OWN_SCHEMA, formats: { moment: isMoment, day: isDay } });
const schemas = new Map<string, SchemaObject>(Object.entries(SCHEMAS));
const validators = new Map<string, ValidateFunction<KnownRecord>>();

/** Compiled when a record of the kind is read: most processes read none. */
function validatorOf(kind: string): ValidateFunction<KnownRecord> | undefined {
  const schema = schemas.get(kind);
  const validate = validators.get(kind) ?? (schema && ajv.compile<KnownRecord>(schema));
  if (validate) validators.set(kind, validate);
  return validate;
}

export type ReadRecord =
  | { kind: 'known'; record: KnownRecord }
  /** A record of a kind that an import passes over. */
  | { kind: 'other' }
  | { kind: 'faulty'; reason: string };

export function recordOf(value: unknown): ReadRecord {
  const { kind }: Record<string, unknown> =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  if (typeof kind !== 'string') return { kind: 'faulty', reason: 'is no record' };
  const validate = validatorOf(kind);
  if (!validate) return { kind: 'other' };
  if (validate(value)) return { kind: 'known', record: value };
  const [error] = validate.errors ?? [];
  const field = String(error?.params['missingProperty'] ?? error?.params['additionalProperty'] ?? '');
  const where = [error?.instancePath.slice(1), field].filter(Boolean).join('.');
  return { kind: 'faulty', reason: `${where} of ${kind} ${error?.message ?? 'is not valid'}` };
}
