// The endpoint by which an owner requires a second factor from members.

import type { Db } from '@kurz/database';
import { auditActorOfPerson } from '../audit/audit-actor-of';
import { refuse } from '../errors/refusal';
import { makeBodyReader } from '../http/body-reader';
import type { ConsoleOutcome, ConsoleRequest, ConsoleRoute } from '../http/console-route';
import { answer } from '../http/route';
import { requireSecondFactor } from '../workspaces/require-second-factor';
import { consolePaths } from './console-paths';

const readRule = makeBodyReader<{ isRequired: boolean }>({
  type: 'object',
  required: ['isRequired'],
  properties: { isRequired: { type: 'boolean' } },
});

export function makeSecondFactorRuleRoutes({ db }: { db: Db }): ConsoleRoute[] {
  /** Owners cannot lock themselves out. */
  async function setRule(request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { workspace, body, hasSecondFactor } = request;
    const read = readRule(body);
    if (read.kind === 'refused') return read;
    const { isRequired } = read.body;
    if (isRequired && !hasSecondFactor) return refuse('OWN_SECOND_FACTOR_REQUIRED');
    await requireSecondFactor(db, { workspaceId: workspace.id, isRequired }, auditActorOfPerson(request));
    return answer(204, undefined);
  }

  const access = { role: 'owner' } as const;
  return [{ method: 'PUT', path: consolePaths.secondFactorRule, access, isWrite: true, handle: setRule }];
}
