// POST /urls/batch: up to 100 links in one request, which counts once against the rate limit. The answer leaves when
// the link directory has heard of every created link.

import type { Clock } from '@kurz/process';
import { auditActorOf } from '../../audit/audit-actor-of';
import { languageOf } from '../../errors/language-of';
import type { Refusal } from '../../errors/refusal';
import type { Answer, ApiRequest, Route } from '../../http/route';
import type { AnswerOnce } from '../../idempotency/answer-once';
import type { LinkChangeApplier } from '../../outbox/link-change-applier';
import { planLimitsOf, type PlanTable } from '../../plans/plan-table';
import { batchAnswerOf } from './batch-answer-of';
import { makeCreateLinks } from './create-links';
import { readBatch } from './read-batch';

const PATH = '/urls/batch';

export function makeBatchRoutes(
  deps: { clock: Clock; applier: LinkChangeApplier; answerOnce: AnswerOnce },
  settings: { plans?: PlanTable },
): Route[] {
  const { answerOnce } = deps;
  const { applyKeys } = deps.applier;
  const createLinks = makeCreateLinks(deps, settings);

  async function create(request: ApiRequest): Promise<Answer | Refusal> {
    const { body, actor, headers } = request;
    const { outcome, keys } = await answerOnce(request, `POST ${PATH}`, async (transaction) => {
      const batch = readBatch(body, planLimitsOf(actor.workspace.plan, settings.plans).batchMaxLinks);
      if (batch.kind === 'refused') return { outcome: batch, keys: [] };
      const outcomes = await createLinks(transaction, actor.workspace, batch.items, auditActorOf(actor));
      return {
        outcome: batchAnswerOf(outcomes, languageOf(headers['accept-language'])),
        keys: outcomes.flatMap((item) => (item.kind === 'created' ? [item.key] : [])),
      };
    });
    await applyKeys(keys);
    return outcome;
  }

  return [{ method: 'POST', path: PATH, scope: 'links:write', isWrite: true, handle: create }];
}
