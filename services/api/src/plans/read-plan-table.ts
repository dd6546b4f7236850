// An operator's own plans: a JSON file with those limits that differ from the built-in table.

import { readFileSync } from 'node:fs';
import { OWN_SCHEMA } from '@kurz/process';
import { Ajv, type ErrorObject, type JSONSchemaType } from 'ajv';
import { builtInPlans, NO_LIMIT, type PlanLimits, type PlanTable } from './plan-table';

type Changes = { [plan in keyof PlanTable]?: Partial<PlanLimits> };

export type PlanTableOutcome = { kind: 'plans'; plans: PlanTable } | { kind: 'faulty'; faults: string[] };

const count = { type: 'integer', minimum: 0, maximum: NO_LIMIT, nullable: true } as const;
const flag = { type: 'boolean', nullable: true } as const;

const limits: JSONSchemaType<Partial<PlanLimits>> & { nullable: true } = {
  type: 'object',
  nullable: true,
  additionalProperties: false,
  properties: {
    hasApi: flag,
    requestsPerMinute: count,
    batchMaxLinks: { type: 'integer', minimum: 0, maximum: 100, nullable: true },
    linksPerMonth: count,
    humanEventsPerMonth: count,
    retentionDays: count,
    hasCampaignReports: flag,
    customDomains: count,
    hasUtmConventions: flag,
  },
};

const schema: JSONSchemaType<Changes> = {
  type: 'object',
  additionalProperties: false,
  properties: {
    free: limits,
    basic: limits,
    pro: limits,
    team: limits,
    business: limits,
    unlimited: limits,
  },
};

function merge(changes: Changes): PlanTable {
  const of = (plan: keyof PlanTable) => ({ ...builtInPlans[plan], ...changes[plan] });
  return {
    free: of('free'),
    basic: of('basic'),
    pro: of('pro'),
    team: of('team'),
    business: of('business'),
    unlimited: of('unlimited'),
  };
}

/** A plan with the API has to allow at least one request and one link at once. */
function faultsOf(plans: PlanTable): string[] {
  return Object.entries(plans).flatMap(([plan, { hasApi, requestsPerMinute, batchMaxLinks }]) =>
    hasApi && (requestsPerMinute < 1 || batchMaxLinks < 1)
      ? [`${plan} has the API but no requestsPerMinute or batchMaxLinks`]
      : [],
  );
}

function parse(file: string): unknown {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return value;
}

/** Names an unknown property in the fault, because ajv's own text leaves it out. */
function textOf({ instancePath, message, params }: ErrorObject): string {
  const name: unknown = params['additionalProperty'];
  const fault = typeof name === 'string' ? `must not have "${name}"` : (message ?? 'is wrong');
  return `${instancePath || '/'} ${fault}`;
}

/** The built-in table with the file's changes, or all that is wrong with the file. */
export function readPlanTable(file: string): PlanTableOutcome {
  let changes: unknown;
  try {
    changes = parse(file);
  } catch (error) {
    return { kind: 'faulty', faults: [error instanceof Error ? error.message : String(error)] };
  }
  const validate = new Ajv({ ...OWN_SCHEMA, allErrors: true }).compile(schema);
  if (!validate(changes)) {
    return { kind: 'faulty', faults: (validate.errors ?? []).map(textOf) };
  }
  const plans = merge(changes);
  const faults = faultsOf(plans);
  return faults.length > 0 ? { kind: 'faulty', faults } : { kind: 'plans', plans };
}
