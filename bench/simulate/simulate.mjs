// `npm run simulate`: prints the tables of docs/scale.md; with --json also the measured figures that they come from.

import { FIGURES } from './figures.mjs';
import { cacheRows, outageRows, totals } from './scenarios.mjs';

if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify({ figures: FIGURES, outages: outageRows(), caches: cacheRows(), totals: totals() }),
  );
} else {
  console.table(outageRows());
  console.table(cacheRows());
  console.log(totals());
}
