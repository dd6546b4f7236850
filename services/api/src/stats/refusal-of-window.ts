// The refusal of a query that names no readable window.

import type { Reason } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';
import type { WindowOutcome } from './window-of';

export function refusalOfWindow(outcome: Exclude<WindowOutcome, { kind: 'window' }>): Refusal {
  const invalid = (field: string, reason: Reason) => refuse('VALIDATION_FAILED', { field, reason });
  switch (outcome.kind) {
    case 'from_after_to':
      return invalid('from', 'from_after_to');
    case 'from_in_the_future':
      return invalid('from', 'in_the_future');
    default:
      return invalid(outcome.parameter, outcome.kind);
  }
}
