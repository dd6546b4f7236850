// The envelope of a batch. Its items are validated one by one, later.

import { refuse, type Refusal } from '../../errors/refusal';
import { bodyReaderOf } from '../../openapi/body-reader-of';

const readFields = bodyReaderOf<{ links: unknown[] }>('BatchRequest');

export const MAX_ITEMS = 100;

/** @param maxItems 100 at most; 0 for a plan that has no batches */
export function readBatch(
  body: unknown,
  maxItems = MAX_ITEMS,
): { kind: 'batch'; items: unknown[] } | Refusal {
  const outcome = readFields(body);
  if (outcome.kind === 'refused') return refuse('BATCH_INVALID', outcome.params);
  const { links: items } = outcome.body;
  if (items.length === 0) return refuse('BATCH_INVALID', { field: 'links', reason: 'empty' });
  if (maxItems === 0) return refuse('BATCH_INVALID', { field: 'links', reason: 'one_at_a_time' });
  if (items.length > maxItems) {
    return refuse('BATCH_INVALID', { field: 'links', reason: 'too_many', max: maxItems });
  }
  return { kind: 'batch', items };
}
