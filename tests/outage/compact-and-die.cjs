// Compacts in its own process until nothing is left to do. Kills itself before the `killAt`-th call to a store; when it
// comes to the end, it prints the number of these moments.
// node compact-and-die.cjs <options as JSON>

'use strict';

const { openClickHouse } = require('@kurz/click-tables');
const { openDatabase } = require('@kurz/database');
const { silentLog } = require('@kurz/process');
const { makeCompactor } = require('../../services/ingester/dist/compact/make-compactor.js');
const { compactAll } = require('./compact-all.cjs');

const options = JSON.parse(process.argv[2]);
let moments = 0;
const pass = () => {
  if (++moments === options.killAt) process.kill(process.pid, 'SIGKILL');
};

async function main() {
  const clickHouse = openClickHouse(options.clickHouse);
  const database = openDatabase(options.database);
  const client = Object.create(clickHouse.client);
  client.command = (parameters) => {
    pass();
    return clickHouse.client.command(parameters);
  };
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => {
      pass();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const clock = { now: () => options.now };
  const deps = { clickHouses: [{ ...clickHouse, client }], db, clock, log: silentLog };
  await compactAll(makeCompactor(deps, options.settings));
  process.stdout.write(`${moments}\n`);
  await clickHouse.close();
  await database.close();
}

void main();
