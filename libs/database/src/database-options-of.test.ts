import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { databaseOptionsOf } from './database-options-of';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-database-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

function optionsOf(url: string) {
  const outcome = databaseOptionsOf(url);
  if (outcome.kind === 'faulty') throw new Error(outcome.fault);
  return outcome.options;
}

test('A whole address names host, port, database and account', () => {
  expect(optionsOf('postgres://kurz:geheim@db.internal:6432/links')).toEqual({
    host: 'db.internal',
    port: 6432,
    database: 'links',
    user: 'kurz',
    password: 'geheim',
    ssl: { rejectUnauthorized: true },
  });
});

test('The default port is 5432, and postgresql: is the same scheme', () => {
  expect(optionsOf('postgresql://kurz@db/links')).toMatchObject({ port: 5432, password: '' });
});

test('A password may hold any character, percent-encoded', () => {
  expect(optionsOf('postgres://k%40rz:a%2Fb%3Ac%25@db/links')).toMatchObject({
    user: 'k@rz',
    password: 'a/b:c%',
  });
});

test('An IPv6 address loses its brackets', () => {
  expect(optionsOf('postgres://kurz:x@[::1]:5433/links')).toMatchObject({ host: '::1', port: 5433 });
});

test.each([
  ['localhost', undefined],
  ['127.0.0.1', undefined],
  ['[::1]', undefined],
  ['db.internal', { rejectUnauthorized: true }],
  ['10.0.0.5', { rejectUnauthorized: true }],
  ['localhost.example.com', { rejectUnauthorized: true }],
])('Without sslmode a connection to %s is encrypted unless it stays on this machine', (host, ssl) => {
  expect(optionsOf(`postgres://kurz:x@${host}/links`).ssl).toEqual(ssl);
});

test('sslmode says how far the server is trusted', () => {
  const sslOf = (mode: string) => optionsOf(`postgres://kurz:x@db/links?sslmode=${mode}`).ssl;
  expect(sslOf('disable')).toBeUndefined();
  expect(sslOf('require')).toEqual({ rejectUnauthorized: false });
  expect(sslOf('verify-full')).toEqual({ rejectUnauthorized: true });
  const verifyCa = sslOf('verify-ca');
  expect(verifyCa?.rejectUnauthorized).toBe(true);
  expect(verifyCa?.checkServerIdentity).toBeInstanceOf(Function);
});

test('With sslrootcert, sslmode require asks for that authority, as verify-ca does', () => {
  const file = path.join(folder, 'required.pem');
  writeFileSync(file, 'a certificate');
  const ssl = optionsOf(`postgres://kurz:x@db/links?sslmode=require&sslrootcert=${file}`).ssl;
  expect(ssl).toMatchObject({ rejectUnauthorized: true, ca: 'a certificate' });
  expect(ssl?.checkServerIdentity).toBeInstanceOf(Function);
});

test('sslrootcert is read from its file', () => {
  const file = path.join(folder, 'ca.pem');
  writeFileSync(file, 'a certificate');
  expect(optionsOf(`postgres://kurz:x@db/links?sslmode=verify-full&sslrootcert=${file}`).ssl).toEqual({
    rejectUnauthorized: true,
    ca: 'a certificate',
  });
});

test.each([
  ['another scheme', 'mysql://kurz:geheim@db/links', 'must be postgres://'],
  ['no address at all', 'geheim', 'must be postgres://'],
  ['no database', 'postgres://kurz:geheim@db', 'must be postgres://'],
  ['no account', 'postgres://db/links', 'must be postgres://'],
  ['a stray percent sign', 'postgres://kurz:geheim%@db/links', 'must be postgres://'],
  ['a mode that cannot be kept', 'postgres://kurz:geheim@db/links?sslmode=prefer', 'sslmode must be one of'],
  ['an unknown parameter', 'postgres://kurz:geheim@db/links?pool=3', 'unknown parameter: pool'],
  [
    'a certificate that is not there',
    'postgres://kurz:geheim@db/links?sslmode=verify-ca&sslrootcert=/absent.pem',
    'sslrootcert cannot be read: /absent.pem',
  ],
])('%s is a fault, reported without the password', (_, url, fault) => {
  const outcome = databaseOptionsOf(url);
  expect(outcome).toMatchObject({ kind: 'faulty', fault: expect.stringContaining(fault) as string });
  expect(JSON.stringify(outcome)).not.toContain('geheim');
});

test('An address may be that of a pooler in transaction mode', () => {
  expect(optionsOf('postgres://kurz:x@db/links').isPooled).toBeUndefined();
  expect(optionsOf('postgres://kurz:x@db/links?pooler=transaction').isPooled).toBe(true);
  expect(databaseOptionsOf('postgres://kurz:x@db/links?pooler=session')).toEqual({
    kind: 'faulty',
    fault: 'pooler must be transaction',
  });
});

test('An address may name several servers of a cluster, each with a port of its own', () => {
  expect(optionsOf('postgres://kurz:a%40b@db-1,db-2:6432,[::1]:7/links')).toMatchObject({
    host: 'db-1',
    port: 5432,
    alternatives: [
      { host: 'db-2', port: 6432 },
      { host: '::1', port: 7 },
    ],
    password: 'a@b',
    database: 'links',
    ssl: { rejectUnauthorized: true },
  });
  expect(optionsOf('postgres://kurz:x@localhost,127.0.0.1:7/links').ssl).toBeUndefined();
});

test.each([
  'postgres://kurz:x@db-1,/links',
  'postgres://kurz:x@,db-2/links',
  'postgres://kurz:x@a,b:no/links',
])('A list with a host that is none is refused: %s', (url) => {
  expect(databaseOptionsOf(url)).toMatchObject({ kind: 'faulty' });
});
