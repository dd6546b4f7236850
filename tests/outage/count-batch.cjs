// A process with only the ingester over a prepared data folder: counts all visits in the journal, prints what the
// stores then hold as one line of JSON, and ends. Input: JSON on standard input. Runs on the built packages.
//   { folder, database, maxVisits, more }   `more`: visits that are written to the journal before it counts

const { readFileSync } = require('node:fs');
const path = require('node:path');
const { encodeVisit } = require('@kurz/click-event');
const { openJournalReader, openJournalWriter } = require('@kurz/click-journal');
const { openClickHouse } = require('@kurz/click-tables');
const { openDatabase } = require('@kurz/database');
// the indexes load Kafka's client and Redis's as well, and this program starts a hundred times
const { makeIngester } = require('../../services/ingester/dist/journal-ingester.js');
const { makeJournalSource } = require('../../services/ingester/dist/source/journal/journal-source.js');
const { makeMemoryLiveClicks } = require('../../libs/live-clicks/dist/memory/memory-live-clicks.js');
const { embeddedConnection } = require('../../services/standalone/dist/clickhouse/embedded-connection.js');
const { makeMetrics, silentLog: log, systemClock: clock } = require('@kurz/process');

/** FINAL and sum, as stats read them. */
const SUMS = {
  hourly: `SELECT concat(link_id, ' ', toString(hour)) AS k, toString((sum(t.requests), sum(t.bots), sum(t.qr))) AS v
           FROM kurz.clicks_hourly AS t FINAL GROUP BY link_id, hour`,
  daily: `SELECT concat(link_id, ' ', toString(day)) AS k, toString((sum(t.requests), sum(t.bots), sum(t.qr))) AS v
          FROM kurz.clicks_daily AS t FINAL GROUP BY link_id, day`,
  by: `SELECT concat(link_id, ' ', toString(day), ' ', toString(dimension), ' ', key) AS k, toString(sum(t.humans)) AS v
       FROM kurz.clicks_daily_by AS t FINAL GROUP BY link_id, day, dimension, key`,
};

async function sumsIn(clickHouse, db) {
  const sums = {};
  for (const [table, query] of Object.entries(SUMS)) {
    const rows = await (await clickHouse.client.query({ query, format: 'JSONEachRow' })).json();
    sums[table] = Object.fromEntries(rows.map(({ k, v }) => [k, v]));
  }
  const hits = await db.selectFrom('link_hits').selectAll().execute();
  sums.hits = Object.fromEntries(hits.map((row) => [row.link_id, String(row.hits)]));
  return sums;
}

async function main({ folder, database, maxVisits, more }) {
  const directory = path.join(folder, 'journal');
  const clickHouse = openClickHouse({
    kind: 'embedded',
    connection: embeddedConnection(path.join(folder, 'clickhouse')),
    database: 'kurz',
  });
  const { db, close } = openDatabase(database);
  const writer = await openJournalWriter({ directory }, { log, metrics: makeMetrics() });
  await Promise.all(more.map((visit) => new Promise((done) => writer.append(encodeVisit(visit), done))));
  const reader = openJournalReader({ directory });
  const source = makeJournalSource({ writer, reader });
  const ingester = await makeIngester(
    {
      source,
      clickHouse,
      db,
      liveClicks: makeMemoryLiveClicks({ clock }),
      countryOf: () => 'AT',
      clock,
      log,
      metrics: makeMetrics(),
    },
    { stateDirectory: path.join(folder, 'ingester'), lingerMs: 0, maxVisits },
  );
  await ingester.start();
  await ingester.caughtUp();
  await ingester.close();
  const sums = await sumsIn(clickHouse, db);
  for (const each of [source, reader, writer, clickHouse]) await each.close();
  await close();
  console.log(JSON.stringify(sums));
}

main(JSON.parse(readFileSync(0, 'utf8'))).then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
