// POST /urls/batch: up to 100 links in one request, which counts once against the rate limit. The answer is sent when
// the link cache has every created link.

import type { Clock } from '@kurz/process';
import { auditActorOf } from '../../audit/audit-actor-of';
import { languageOf } from '../../errors/language-of';
import { refuse, type Refusal } from '../../errors/refusal';
import type { Answer, ApiRequest, Route } from '../../http/route';
import type { RunIdempotent } from '../../idempotency/run-idempotent';
import { bodyReaderOf } from '../../openapi/body-reader-of';
import type { OutboxRelay } from '../../outbox/outbox-relay';
import { planLimitsOf, type PlanTable } from '../../plans/plan-table';
import { batchAnswerOf } from './batch-answer-of';
import { makeCreateLinks } from './create-links';

const readFields = bodyReaderOf<{ links: unknown[] }>('BatchRequest');

/**
 * The envelope of the body; its items are validated one by one, later.
 *
 * @param maxLinks what the workspace's plan allows in one batch, 100 at most
 */
function readBatch(body: unknown, maxLinks: number): { kind: 'batch'; items: unknown[] } | Refusal {
  const outcome = readFields(body);
  if (outcome.kind === 'refused') return refuse('BATCH_INVALID', outcome.params);
  const { links: items } = outcome.body;
  if (items.length === 0) return refuse('BATCH_INVALID', { field: 'links', reason: 'empty' });
  if (maxLinks === 0) return refuse('BATCH_INVALID', { field: 'links', reason: 'one_at_a_time' });
  if (items.length > maxLinks) {
    return refuse('BATCH_INVALID', { field: 'links', reason: 'too_many', max: maxLinks });
  }
  return { kind: 'batch', items };
}

const PATH = '/urls/batch';

export function makeBatchRoutes(
  deps: { clock: Clock; outboxRelay: OutboxRelay; runIdempotent: RunIdempotent },
  settings: { plans?: PlanTable },
): Route[] {
  const { runIdempotent } = deps;
  const { publishKeys } = deps.outboxRelay;
  const createLinks = makeCreateLinks(deps, settings);

  async function create(request: ApiRequest): Promise<Answer | Refusal> {
    const { body, actor, headers } = request;
    const { outcome, keys } = await runIdempotent(request, `POST ${PATH}`, async (transaction) => {
      const batch = readBatch(body, planLimitsOf(actor.workspace.plan, settings.plans).batchMaxLinks);
      if (batch.kind === 'refused') return { outcome: batch, keys: [] };
      const outcomes = await createLinks(transaction, actor.workspace, batch.items, auditActorOf(actor));
      return {
        outcome: batchAnswerOf(outcomes, languageOf(headers['accept-language'])),
        keys: outcomes.flatMap((item) => (item.kind === 'created' ? [item.key] : [])),
      };
    });
    await publishKeys(keys);
    return outcome;
  }

  return [{ method: 'POST', path: PATH, scope: 'links:write', isWrite: true, handle: create }];
}
