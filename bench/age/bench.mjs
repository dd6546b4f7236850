// `npm run bench:age`: measures stats and campaign report over two years of counts, before and after the last month's
// closed days are compacted, and the disk space of a million visits. `-- --quick` takes a tenth of the links.

import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../services/standalone/bin/prepare.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const API = path.join(HERE, '..', 'api', 'api-process.mjs');
const ROUNDS = 3;
const SECONDS = 4;

const random = (count) => Math.floor(Math.random() * count);
const dayAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

function casesOf({ port, pid }, { token, links }) {
  const api = { port, pid, prefix: '/v1', token, connections: 1 };
  const years = `from=${dayAgo(729)}&to=${dayAgo(0)}`;
  return [
    {
      ...api,
      name: 'stats of a link, 30 days',
      next: () => ({ path: `/urls/aged-${1 + random(links - 1)}/stats` }),
    },
    {
      ...api,
      name: 'stats of a link, two years',
      next: () => ({ path: `/urls/aged-${1 + random(links - 1)}/stats?${years}` }),
    },
    {
      ...api,
      name: 'stats of the link of 100 million, 30 days',
      next: () => ({ path: '/urls/aged-0/stats' }),
    },
    {
      ...api,
      name: 'stats of the link of 100 million, two years',
      next: () => ({ path: `/urls/aged-0/stats?${years}` }),
    },
    { ...api, name: 'campaign report, 30 days', amount: 7, next: () => ({ path: '/urls/campaigns' }) },
    {
      ...api,
      name: 'campaign report, two years',
      amount: 7,
      next: () => ({ path: `/urls/campaigns?${years}` }),
    },
  ];
}

async function sizesOf({ client, database }) {
  const rowsOf = async (query) => (await client.query({ query, format: 'JSONEachRow' })).json();
  const [parts] = await rowsOf(
    `SELECT sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE active AND database = '${database}' AND table IN ('clicks_daily', 'clicks_daily_by')`,
  );
  const [visits] = await rowsOf(`SELECT sum(requests) AS n FROM ${database}.clicks_daily FINAL`);
  return { rows: Number(parts.rows), bytes: Number(parts.bytes), visits: Number(visits.n) };
}

async function compactAll({ database, clickHouse }) {
  const { makeCompactor } = await import('../../services/ingester/dist/compact/make-compactor.js');
  const { COMPACTION_SETTINGS } = await import('../../services/ingester/dist/compact/compaction.js');
  const { makeLog, systemClock } = await import('@kurz/process');
  const compact = makeCompactor(
    {
      clickHouses: [clickHouse],
      db: database.db,
      clock: systemClock,
      log: makeLog({ level: 'error', service: 'bench' }),
    },
    { ...COMPACTION_SETTINGS, graceMs: 0, writeWithinMs: 120_000, writeMs: 60_000 },
  );
  const begun = performance.now();
  let compactions = 0;
  for (let step = await compact(); step !== 'nothing'; step = await compact()) {
    if (step === 'settled') compactions += 1;
    if (step === 'written')
      await database.pool.query("UPDATE compactions SET write_before = now() - interval '1 hour'");
  }
  if (compactions === 0) throw new Error('nothing was compacted, so nothing is shown');
  return (performance.now() - begun) / 1_000;
}

async function main(isQuick) {
  await prepare({ root: path.join(HERE, '..', '..') });
  const { startStores } = await import('../api/start-stores.mjs');
  const { startApiProcess } = await import('../api/start-api-process.mjs');
  const { cpuMsOf, measure, medianOf } = await import('../api/measure.mjs');
  const { seedTwoYears, TOKEN_PEPPER } = await import('./seed-two-years.mjs');
  const stores = await startStores();
  const open = [stores];
  try {
    console.error('seeding two years …');
    const seeded = await seedTwoYears(stores, isQuick ? 10_000 : 100_000);
    const { postgresOptions: postgres, clickHouseOptions: clickHouse, redisUrl } = stores;
    const given = { postgres, clickHouse, redisUrl, tokenPepper: TOKEN_PEPPER, zoneId: seeded.zoneId };
    const api = await startApiProcess(API, JSON.stringify(given));
    open.push(api);
    const measureAll = async (when) => {
      const { rows, bytes, visits } = await sizesOf(stores.clickHouse);
      const megabytes = bytes / 2 ** 20;
      console.log(
        `\n${when} (load ${os.loadavg()[0].toFixed(1)}): ${rows} rows, ${megabytes.toFixed(0)} MiB, ${visits} visits, ` +
          `${((megabytes / visits) * 1e6).toFixed(2)} MiB for a million visits`,
      );
      for (const one of casesOf(api, seeded)) {
        await measure({ ...one, amount: 3 }, SECONDS);
        const rounds = [];
        const before = cpuMsOf(stores.clickHousePid);
        for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(one, SECONDS));
        const median = (key) => medianOf(rounds.map((round) => round[key])).toFixed(1);
        const asked = rounds.reduce((sum, { count }) => sum + count, 0);
        const clickHouse = ((cpuMsOf(stores.clickHousePid) - before) / asked).toFixed(1);
        console.log(
          `  ${one.name.padEnd(44)} p50 ${median('p50')} ms, p99 ${median('p99')} ms; ` +
            `CPU: API ${median('cpu')} ms, ClickHouse ${clickHouse} ms`,
        );
      }
    };
    await measureAll('before the last month is compacted');
    console.log(`\ncompacted in ${(await compactAll(stores)).toFixed(1)} s`);
    await measureAll('after');
  } finally {
    for (const one of open.reverse()) await one.close();
  }
}

await main(process.argv.includes('--quick'));
