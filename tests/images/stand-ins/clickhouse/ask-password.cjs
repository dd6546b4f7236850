// In front of the stack's ClickHouse: listens where LISTEN says, asks each user for the password, and keeps the users
// that `kurz migrate` makes. Their rights are not enforced.

'use strict';

const { createHash } = require('node:crypto');
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const http = require('node:http');
const { Readable } = require('node:stream');

const { CLICKHOUSE_USER, PASSWORD, USERS_FILE, LISTEN = '0.0.0.0' } = process.env;

const hashOf = (password) => createHash('sha256').update(password).digest('hex');

const users = new Map(existsSync(USERS_FILE) ? JSON.parse(readFileSync(USERS_FILE, 'utf8')) : []);
users.set(CLICKHOUSE_USER, hashOf(PASSWORD));

const isKnown = (user, password) => users.get(user) === hashOf(password);

function credentialsOf(headers, url) {
  const [scheme, encoded] = (headers.authorization ?? '').split(' ');
  if (scheme === 'Basic') {
    const [user, ...password] = Buffer.from(encoded, 'base64').toString().split(':');
    return [user, password.join(':')];
  }
  return [
    headers['x-clickhouse-user'] ?? url.searchParams.get('user') ?? 'default',
    headers['x-clickhouse-key'] ?? url.searchParams.get('password') ?? '',
  ];
}

/** Stores the user of `CREATE USER` or `ALTER USER` and accepts `GRANT`; undefined for any other statement. */
function answerOfAccess(statement) {
  const [, name, hash] = /^(?:CREATE|ALTER) USER .*?`([^`]+)`.* BY '([0-9a-f]{64})'/.exec(statement) ?? [];
  if (name === undefined) return statement.startsWith('GRANT ') ? '' : undefined;
  users.set(name, hash);
  writeFileSync(`${USERS_FILE}.new`, JSON.stringify([...users].filter(([user]) => user !== CLICKHOUSE_USER)));
  renameSync(`${USERS_FILE}.new`, USERS_FILE);
  return '';
}

/** Reads the body. Gives it, and the request to be read again. */
async function readWhole(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const again = Object.assign(Readable.from(body.length > 0 ? [body] : []), {
    url: request.url,
    headers: request.headers,
    method: request.method,
  });
  return { again, body };
}

async function answer(handler, request, response) {
  const url = new URL(request.url, 'http://clickhouse');
  if (url.pathname === '/ping') return handler(request, response);
  const [user, password] = credentialsOf(request.headers, url);
  if (!isKnown(user, password)) {
    response.writeHead(403, { 'x-clickhouse-exception-code': '516' });
    response.end(`Code: 516. DB::Exception: ${user}: Authentication failed (AUTHENTICATION_FAILED)\n`);
    return;
  }
  const { again, body } = await readWhole(request);
  const access = answerOfAccess(`${url.searchParams.get('query') ?? ''}${body.subarray(0, 2_000)}`);
  if (access === undefined) return handler(again, response);
  response.end(access);
}

const { createServer } = http;
http.createServer = (handler) => {
  const server = createServer((request, response) => {
    answer(handler, request, response).catch(() => response.destroy());
  });
  const listen = server.listen.bind(server);
  server.listen = (port, _, ready) => listen(port, LISTEN, ready);
  return server;
};
process.on('SIGTERM', () => process.exit(0));
