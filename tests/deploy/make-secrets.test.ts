// The command that makes the secrets: whole, private, hard to guess, and never made twice.

import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { at, entriesOf, readYaml, ROOT, textOf } from './deploy-files';

const SCRIPT = path.join(ROOT, 'deploy', 'make-secrets.sh');

let parent: string;
let folder: string;
const make = (...flags: string[]) => execFileSync('sh', [SCRIPT, ...flags, folder], { encoding: 'utf8' });
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'kurz-secrets-'));
  folder = path.join(parent, 'secrets');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it('makes every file that Compose names', () => {
  make();
  const named = entriesOf(at(readYaml('docker-compose.yml'), 'secrets')).map(([, secret]) =>
    path.basename(textOf(at(secret, 'file'))),
  );
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(named));
});

it('lets only the owner into the folder and write, and a container that is nobody read a file', () => {
  make();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o644);
});

it('makes 256 random bits for each, and puts them into the addresses', () => {
  make();
  const random = [
    'postgres_password',
    'postgres_owner_password',
    'redis_password',
    'clickhouse_password',
    'token_pepper',
    'session_secret',
  ].map(read);
  for (const secret of random) expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(random).size).toBe(random.length);
  expect(new URL(read('postgres_url')).password).toBe(read('postgres_owner_password'));
  expect(new URL(read('redis_url')).password).toBe(read('redis_password'));
  expect(new URL(read('clickhouse_url')).password).toBe(read('clickhouse_password'));
});

it('makes no empty secret where there are no random bytes', () => {
  const commands = path.join(parent, 'bin');
  mkdirSync(commands);
  writeFileSync(path.join(commands, 'od'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${commands}:${process.env['PATH']}` };
  expect(() => execFileSync('sh', [SCRIPT, folder], { env, stdio: 'pipe' })).toThrow('no random bytes');
  expect(readdirSync(folder)).toEqual([]);
});

it('gives each service users of its own, with passwords of their own', () => {
  make();
  const addresses = readdirSync(folder).filter((name) => /^(redirector|ingester|api)_.*_url$/.test(name));
  expect(addresses).toHaveLength(8);
  const users = addresses.map((name) => new URL(read(name)));
  expect(new Set(users.map(({ password }) => password)).size).toBe(addresses.length);
  for (const { username, password } of users) {
    expect(username).toMatch(/^kurz_(redirector|ingester|api)$/);
    expect(password).toMatch(/^[0-9a-f]{64}$/);
  }
});

it('asks for TLS in every address of a cluster, and for none inside Compose', () => {
  make();
  expect(new URL(read('postgres_url')).searchParams.get('sslmode')).toBe('disable');
  rmSync(folder, { recursive: true });
  make('--cluster');
  const unencrypted = readdirSync(folder)
    // smtp_url is empty by default: no mail server is presumed
    .filter((name) => name.endsWith('_url') && read(name) !== '')
    .filter((name) => !/^(rediss:|https:)|sslmode=verify-full$/.test(read(name)));
  expect(unencrypted).toEqual([]);
});

it('keeps what is there, and makes only what is missing', () => {
  make();
  const before = read('token_pepper');
  unlinkSync(path.join(folder, 'session_secret'));
  expect(make()).toMatch(/kept token_pepper[^]*made session_secret/);
  expect(read('token_pepper')).toBe(before);
});
