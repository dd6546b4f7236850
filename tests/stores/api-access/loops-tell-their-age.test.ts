// The age of an API loop shows that it has stalled. Each loop has an age, which each successful round resets.

import { makeApi } from '@kurz/api/make-api';
import { startPostgres, type TestPostgres } from '@kurz/backends';
import { openClickHouse } from '@kurz/click-tables';
import { openDatabase, type Database } from '@kurz/database';
import { makeMemoryLinkCache } from '@kurz/link-cache';
import { makeMemoryLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import { makeApiLoopAges } from '../../../services/api/src/server/api-loop-ages';
import { rememberPermittedDomains } from '../../../services/api/src/zones/permitted-domains';
import { watchDomains } from '../../../services/api/src/zones/watch-domains';
import { until } from '../../until';
import { pepper } from './start-scoped-routes';

let postgres: TestPostgres;
let database: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  database = openDatabase({ ...postgres.options, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

it('each loop of a running API says that its rounds end well', async () => {
  const done = new Set<string>();
  const linkCache = makeMemoryLinkCache({ maxEntries: 100 });
  const liveClicks = makeMemoryLiveClicks({ clock: systemClock });
  // no test here requests stats
  const clickHouse = openClickHouse({ kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' });
  const api = makeApi(
    {
      db: database.db,
      clickHouses: [clickHouse],
      linkCache,
      liveClicks,
      clock: systemClock,
      log: silentLog,
      metrics: makeMetrics(),
      loopAges: { done: (loop) => void done.add(loop) },
    },
    {
      tokenPepper: pepper,
      expireEveryMs: 50,
      // no mail is pending, so no server is needed
      mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'kurz@example.com', appUrl: 'https://app.example' },
    },
  );
  try {
    // the domain watch is tested below, because its loop runs once a minute
    await until(() =>
      ['link_changes', 'expired_rows', 'link_sweeps', 'imports', 'mails'].every((loop) => done.has(loop)),
    );
  } finally {
    await api.close();
    await linkCache.close();
    await liveClicks.close();
    await clickHouse.close();
  }
});

it('domains are looked at, and those with certificates read, with a word at the end', async () => {
  const done: string[] = [];
  const { db } = database;
  const resolveTxt = () => Promise.resolve({ kind: 'unavailable', reason: 'away' } as const);
  const watch = watchDomains(
    { db, log: silentLog, metrics: makeMetrics(), resolveTxt, done: () => done.push('domain_watch') },
    { everyHours: 24 },
  );
  await watch.checkDue();
  await watch.close();
  expect(done).toEqual(['domain_watch']);
  const remembered = rememberPermittedDomains({
    db,
    log: silentLog,
    done: () => done.push('permitted_domains'),
  });
  await until(() => done.includes('permitted_domains'));
  await remembered.close();
});

it('a loop that never ends a round has an age from the start on', async () => {
  const metrics = makeMetrics();
  makeApiLoopAges(metrics, ['mails', 'permitted_domains']);
  const told = [...(await metrics.text()).matchAll(/^kurz_api_loop_age_seconds\{loop="(\w+)"\}/gm)];
  expect(told.map(([, loop]) => loop).sort()).toEqual([
    'counted_links',
    'domain_set_ups',
    'domain_watch',
    'expired_rows',
    'imports',
    'link_changes',
    'link_sweeps',
    'mails',
    'permitted_domains',
  ]);
});
