// Prints below the table each case's goal, relative to another case of the same run, and whether it was reached.

import { ratiosOf } from './print-table.mjs';

const UNITS = { rate: 'requests/s', cpu: 'CPU a request' };

export function printGoals(results) {
  const named = new Map(results.map((result) => [result.key, result]));
  for (const result of results) {
    for (const { figure, against = 'bare', least, most } of result.goals ?? []) {
      const other = named.get(against);
      if (!other) continue;
      const reached = ratiosOf(result, other)[figure];
      const isReached = least === undefined ? reached <= most : reached >= least;
      const bound = least === undefined ? `at most ${most}` : `at least ${least}`;
      console.log(
        `${result.title}: ${reached.toFixed(2)} × ${UNITS[figure]} of "${other.title}", ` +
          `to be ${bound}: ${isReached ? 'reached' : 'missed'}`,
      );
    }
  }
}
