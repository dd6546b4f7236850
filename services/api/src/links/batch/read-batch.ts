// The envelope of POST /urls/batch. What its items say is judged one by one, later.

import { refuse, type Refusal } from '../../errors/refusal';
import { bodyReaderOf } from '../../openapi/body-reader-of';

const readFields = bodyReaderOf<{ links: unknown[] }>('BatchRequest');

/** @param maxLinks what the workspace's plan allows in one batch, 100 at most */
export function readBatch(body: unknown, maxLinks: number): { kind: 'batch'; items: unknown[] } | Refusal {
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
