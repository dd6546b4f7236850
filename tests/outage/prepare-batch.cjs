// Makes the data folder of a batch in its own process: ClickHouse's tables, and a journal with the given, uncounted
// visits. Input: JSON on standard input, { folder, visits }. Runs on the built packages.

const { readFileSync } = require('node:fs');
const path = require('node:path');
const { encodeVisit } = require('@kurz/click-event');
const { openJournalWriter } = require('@kurz/click-journal');
const { migrateClickTables, openClickHouse } = require('@kurz/click-tables');
const { embeddedConnection } = require('../../services/standalone/dist/clickhouse/embedded-connection.js');
const { makeMetrics, silentLog: log } = require('@kurz/process');

async function main({ folder, visits }) {
  const clickHouse = openClickHouse({
    kind: 'embedded',
    connection: embeddedConnection(path.join(folder, 'clickhouse')),
    database: 'kurz',
  });
  await migrateClickTables(clickHouse);
  await clickHouse.close();
  const journal = { directory: path.join(folder, 'journal') };
  const writer = await openJournalWriter(journal, { log, metrics: makeMetrics() });
  await Promise.all(visits.map((visit) => new Promise((done) => writer.append(encodeVisit(visit), done))));
  await writer.close();
}

main(JSON.parse(readFileSync(0, 'utf8'))).then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
