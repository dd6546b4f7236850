// The stores that the test files of one worker share: a process beside a test run, started by tests/run.mjs. It prints
// its address when it listens, starts a store at the first request for it, and closes all when its standard input ends.
// POST /postgres?worker=1, and likewise /clickhouse, /redis and /kafka, return the options of a store.
// /postgres-template returns the folder of a migrated cluster to copy, /product-template that of a product.

'use strict';

const { mkdtemp, rm } = require('node:fs/promises');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { Client } = require('pg');
require('../../../typescript-hook.cjs');
const { makeProductTemplate } = require('../../../browser/owned-product.ts');
const { startClickHouse } = require('../start-clickhouse.ts');
const { startKafka } = require('../start-kafka.ts');
const { makePostgresTemplate, startPostgres } = require('../start-postgres.ts');
const { startRedis } = require('../start-redis.ts');

async function makeTemplate() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-template-'));
  const directory = path.join(folder, 'postgres');
  await makePostgresTemplate(directory);
  return { options: directory, close: () => rm(folder, { recursive: true, force: true }) };
}

/** The templates whose making has begun. */
const templates = new Set();

/** Makes the template at the first request, for all workers. */
function once(make) {
  let made;
  return () => {
    made ??= make();
    templates.add(made);
    return made;
  };
}

const onceTemplate = once(makeTemplate);
const onceProductTemplate = once(makeProductTemplate);

/** This server is never killed: it need not wait for the disk. */
async function startSharedPostgres() {
  const { options: directory } = await onceTemplate();
  const postgres = await startPostgres({ template: directory });
  const client = new Client(postgres.options);
  await client.connect();
  for (const name of ['fsync', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${name} = off`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return postgres;
}

async function startSharedRedis() {
  const { url, close } = await startRedis();
  return { options: { url }, close };
}

async function startSharedKafka() {
  const { brokers, close } = await startKafka();
  return { options: { brokers }, close };
}

const START = {
  '/postgres': startSharedPostgres,
  '/clickhouse': startClickHouse,
  '/redis': startSharedRedis,
  '/kafka': startSharedKafka,
  '/postgres-template': onceTemplate,
  '/product-template': onceProductTemplate,
};

/** By path and worker: the promise of the started store. */
const stores = new Map();

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://stores');
  const start = START[pathname];
  if (!start) return void response.writeHead(404).end();
  if (!stores.has(request.url)) stores.set(request.url, start());
  const { options } = await stores.get(request.url);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(options));
}

const server = http.createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));

async function close() {
  server.close();
  server.closeAllConnections();
  const started = await Promise.allSettled(new Set([...templates, ...stores.values()]));
  await Promise.allSettled(started.map(({ value }) => value?.close()));
  process.exit(0);
}
process.stdin.resume().once('end', () => void close());
process.on('SIGTERM', () => void close());
process.on('SIGINT', () => {});
