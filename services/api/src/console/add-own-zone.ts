// Adds a domain to a workspace, within its plan; it serves links once it is verified.

import type { Db } from '@kurz/database';
import type { ActingWorkspace } from '../access/actor';
import type { AuditActor } from '../audit/audit-event';
import { refuse, type Refusal } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import { createZone } from '../zones/create-zone';
import { validateCustomDomain } from '../zones/validate-custom-domain';

const readFields = makeBodyReader<{ domain: string }>({
  type: 'object',
  required: ['domain'],
  properties: { domain: { type: 'string' } },
});

export type AddedZone = { kind: 'added'; zoneId: string };

export async function addOwnZone(
  db: Db,
  workspace: Pick<ActingWorkspace, 'id' | 'plan'>,
  body: unknown,
  { plans, by }: { plans: PlanTable | undefined; by: AuditActor },
): Promise<AddedZone | Refusal> {
  const read = readFields(body);
  if (read.kind === 'refused') return read;
  const validated = validateCustomDomain(read.body.domain);
  if (validated.kind !== 'domain') {
    return refuse('VALIDATION_FAILED', { field: 'domain', reason: validated.kind });
  }
  const { domain } = validated;
  const { id: workspaceId, plan } = workspace;
  const most = planLimitsOf(plan, plans).customDomains;
  const zone = { domain, zoneType: 'user', workspaceId, isVerified: false, most } as const;
  const outcome = await createZone(db, zone, by);
  switch (outcome.kind) {
    case 'created':
      return { kind: 'added', zoneId: outcome.zoneId };
    case 'taken':
      return refuse('DOMAIN_TAKEN');
    case 'too_many':
      return refuse('DOMAIN_LIMIT_REACHED', { max: most });
    case 'bad_domain':
      return refuse('VALIDATION_FAILED', { field: 'domain', reason: 'not_a_domain' });
    case 'no_such_workspace':
      return refuse('WORKSPACE_NOT_FOUND');
  }
}
