// The API as it runs in production, alone in its process. argv holds the stores' addresses; the first printed line is
// the port. All checks are on; only the plan's limits are out of reach.

import http from 'node:http';
import { builtInPlans } from '@kurz/api';
import { makeApi } from '@kurz/api/make-api';
import { makeClosing, makeLog, makeMetrics, systemClock as clock } from '@kurz/process';
import { openApiStores } from '../../services/api/dist/open-api-stores.js';

const { postgres, clickHouse, redisUrl, tokenPepper } = JSON.parse(process.argv[2]);
const business = { ...builtInPlans.business, requestsPerMinute: 1e9, linksPerMonth: 1e9 };
const log = makeLog({ level: 'warn', service: 'bench' });
const stores = openApiStores(
  { log, clock, closing: makeClosing() },
  { postgres, clickHouses: [clickHouse], redisUrl },
);
const deps = { ...stores, clock, log, metrics: makeMetrics() };
const api = makeApi(deps, { tokenPepper, plans: { ...builtInPlans, business } });
const server = http.createServer(api.handle).listen(0, '127.0.0.1', () => {
  console.log(server.address().port);
});
