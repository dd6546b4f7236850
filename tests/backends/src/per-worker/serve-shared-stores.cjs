// The stores that the test files of one worker share: a process beside a test run, started by tests/run.mjs. It prints
// its address when it listens, starts a store at the first request for it, and closes all when its standard input ends.
// POST /postgres?worker=1, and likewise /clickhouse, /redis and /kafka, return the options of a store.
// /postgres-template returns the folder of a migrated cluster to copy, /product-template that of a product.
// DELETE of the same path is sent after the file that asked. A store that no file uses is frozen (SIGSTOP): four idle
// Kafkas would take a sixteenth of two processors.

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
  // idle it takes next to nothing, and every second file uses it
  return { options: postgres.options, close: postgres.close };
}

async function startSharedRedis() {
  const { url, ...redis } = await startRedis();
  return { options: { url }, ...redis };
}

/** A node that was frozen for hours must still be a member of its own cluster. */
const SESSION_MS = 86_400_000;

async function startSharedKafka() {
  const { brokers, ...kafka } = await startKafka({ settings: { 'broker.session.timeout.ms': SESSION_MS } });
  return { options: { brokers }, ...kafka };
}

const START = {
  '/postgres': startSharedPostgres,
  '/clickhouse': startClickHouse,
  '/redis': startSharedRedis,
  '/kafka': startSharedKafka,
  '/postgres-template': onceTemplate,
  '/product-template': onceProductTemplate,
};

/** By path and worker: `started`, the promise of the store; `users`, how many files use it; whether it is frozen. */
const stores = new Map();

/** Freezes the store that nothing uses, and thaws the one that is used; one change at a time. */
function change(store) {
  store.changed = store.changed.then(async () => {
    const { freeze, thaw } = await store.started;
    const isIdle = store.users === 0;
    if (!freeze || isIdle === store.isFrozen) return;
    await (isIdle ? freeze() : thaw());
    store.isFrozen = isIdle;
  });
  return store.changed;
}

async function answer({ url, method }, response) {
  const start = START[new URL(url, 'http://stores').pathname];
  if (!start) return void response.writeHead(404).end();
  if (!stores.has(url)) {
    stores.set(url, { started: start(), users: 0, isFrozen: false, changed: Promise.resolve() });
  }
  const store = stores.get(url);
  store.users += method === 'DELETE' ? -1 : 1;
  await change(store);
  const { options } = await store.started;
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
  const inUse = [...stores.values()].map((store) => store.started);
  const started = await Promise.allSettled(new Set([...templates, ...inUse]));
  await Promise.allSettled(started.map(({ value }) => value?.close()));
  process.exit(0);
}
process.stdin.resume().once('end', () => void close());
process.on('SIGTERM', () => void close());
process.on('SIGINT', () => {});
