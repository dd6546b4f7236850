// POST and PATCH /urls/batch: up to 100 links in one request, which counts once against the rate limit. The answer is
// sent when the link cache has every created and edited link.

import type { Db } from '@kurz/database';
import { preferredLanguageOf, type Clock } from '@kurz/process';
import { auditActorOf } from '../../audit/audit-actor-of';
import type { Refusal } from '../../errors/refusal';
import type { Answer, ApiRequest, Route } from '../../http/route';
import type { RunIdempotent, Worked } from '../../idempotency/run-idempotent';
import type { OutboxRelay } from '../../outbox/outbox-relay';
import { planLimitsOf, type PlanTable } from '../../plans/plan-table';
import { findPendingOfAnswer } from '../find-pending';
import { batchAnswerOf } from './batch-answer-of';
import { makeCreateLinks } from './create-links';
import { makeEditLinks } from './edit-links';
import { readBatch } from './read-batch';

const PATH = '/urls/batch';

export function makeBatchRoutes(
  deps: { db: Db; clock: Clock; outboxRelay: OutboxRelay; runIdempotent: RunIdempotent },
  settings: { plans?: PlanTable },
): Route[] {
  const { runIdempotent } = deps;
  const { publishChanges, publishAndWait } = deps.outboxRelay;
  const createLinks = makeCreateLinks(deps, settings);
  const editLinks = makeEditLinks(deps);

  async function create(request: ApiRequest): Promise<Answer | Refusal> {
    const { body, actor, headers } = request;
    const work = async (transaction: Db): Promise<Worked> => {
      const batch = readBatch(body, planLimitsOf(actor.workspace.plan, settings.plans).batchMaxLinks);
      if (batch.kind === 'refused') return { outcome: batch, changes: [] };
      const outcomes = await createLinks(transaction, actor.workspace, batch.items, auditActorOf(actor));
      return {
        outcome: batchAnswerOf('created', outcomes, preferredLanguageOf(headers['accept-language'])),
        changes: outcomes.flatMap((item) => (item.kind === 'created' ? [item.change] : [])),
      };
    };
    const { outcome, changes } = await runIdempotent(request, `POST ${PATH}`, {
      work,
      findPending: findPendingOfAnswer,
    });
    await publishChanges(changes);
    return outcome;
  }

  async function edit({ body, actor, headers }: ApiRequest): Promise<Answer | Refusal> {
    const batch = readBatch(body);
    if (batch.kind === 'refused') return batch;
    const { outcomes, keys } = await editLinks(actor.workspace, batch.items, auditActorOf(actor));
    await publishAndWait(keys);
    return batchAnswerOf('edited', outcomes, preferredLanguageOf(headers['accept-language']));
  }

  return [
    { method: 'POST', path: PATH, scope: 'links:write', isWrite: true, handle: create },
    { method: 'PATCH', path: PATH, scope: 'links:write', isWrite: true, handle: edit },
  ];
}
