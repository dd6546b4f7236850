// The API as it runs in production, alone in its process: argv holds how to reach the stores, the first line printed is
// the port. All checks are on; only the limits of the plan are out of reach.

import http from 'node:http';
import { builtInPlans, makeApi } from '@kurz/api';
import { openClickHouse } from '@kurz/click-tables';
import { openDatabase } from '@kurz/database';
import { makeMemoryLinkDirectory } from '@kurz/link-directory';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeLog, makeMetrics, systemClock } from '@kurz/process';

const { postgres, clickHouse, tokenPepper } = JSON.parse(process.argv[2]);
const business = { ...builtInPlans.business, requestsPerMinute: 1e9, linksPerMonth: 1e9 };
const log = makeLog({ level: 'warn', service: 'bench' });
const deps = {
  db: openDatabase(postgres).db,
  clickHouse: openClickHouse(clickHouse),
  directory: makeMemoryLinkDirectory({ maxEntries: 100_000 }),
  liveClicks: makeMemoryLiveClicks({ clock: systemClock }),
  clock: systemClock,
  log,
  metrics: makeMetrics(),
};
const api = makeApi(deps, { tokenPepper, plans: { ...builtInPlans, business } });
const server = http.createServer(api.handle).listen(0, '127.0.0.1', () => {
  console.log(server.address().port);
});
