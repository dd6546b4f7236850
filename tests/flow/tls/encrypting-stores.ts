// Kafka, Redis and PostgreSQL that speak TLS with clients, with the test's certificate.

import { chownSync, copyFileSync, chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  freePort,
  startKafka,
  startPostgres,
  startServerProcess,
  type ServerProcess,
  type TestKafka,
  type TestPostgres,
} from '@kurz/backends';
import { sql } from 'kysely';
import { openFixtureDatabase } from '../../fixture-database';
import { inOneLine, type Authority } from './certificates';

type Certificate = Authority['server'];

export const startEncryptingKafka = ({ certificate, key }: Certificate): Promise<TestKafka> =>
  startKafka({
    settings: {
      'listener.security.protocol.map': 'CLIENTS:SSL,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT',
      'listener.name.clients.ssl.keystore.type': 'PEM',
      'listener.name.clients.ssl.keystore.key': inOneLine(key),
      'listener.name.clients.ssl.keystore.certificate.chain': inOneLine(certificate),
    },
  });

export type EncryptingRedis = { url: string; port: number; close: ServerProcess['kill'] };

/** Accepts no connection without TLS. */
export async function startEncryptingRedis({ certificate, key }: Certificate): Promise<EncryptingRedis> {
  const port = await freePort();
  const settings = {
    port: 0,
    'tls-port': port,
    bind: '127.0.0.1',
    'tls-cert-file': certificate,
    'tls-key-file': key,
    'tls-ca-cert-file': certificate,
    'tls-auth-clients': 'no',
    save: '',
  };
  const server = await startServerProcess({
    program: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    isReady: (words) => words.includes('Ready to accept connections'),
    startMs: 30_000,
  });
  return { url: `rediss://127.0.0.1:${port}`, port, close: server.kill };
}

/** PostgreSQL reads the files from its own folder, and requires that only its account can read the key. */
export async function startEncryptingPostgres({ certificate, key }: Certificate): Promise<TestPostgres> {
  const postgres = await startPostgres();
  const { db, close } = openFixtureDatabase(postgres.options);
  const { rows } = await sql<{ data_directory: string }>`SHOW data_directory`.execute(db);
  const directory = rows[0]?.data_directory ?? '';
  const { uid, gid } = statSync(directory);
  for (const [from, name] of [
    [certificate, 'server.crt'],
    [key, 'server.key'],
  ] as const) {
    const file = path.join(directory, name);
    copyFileSync(from, file);
    chownSync(file, uid, gid);
    chmodSync(file, 0o600);
  }
  await sql`ALTER SYSTEM SET ssl = on`.execute(db);
  await sql`SELECT pg_reload_conf()`.execute(db);
  await close();
  return postgres;
}
