import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '../../../services/standalone/src/postgres/start-embedded-postgres';

/** Linux; 49,152 on macOS. */
const FIRST_EPHEMERAL = 32_768;

describe('the embedded PostgreSQL', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-postgres-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const start = (directory = path.join(folder, 'postgres')) =>
    startEmbeddedPostgres({ directory, password: 'secret', log: silentLog });

  it('keeps its rows from one start to the next', async () => {
    const first = await start();
    const before = openDatabase(first.options);
    await sql`CREATE TABLE kept (n integer)`.execute(before.db);
    await sql`INSERT INTO kept VALUES (7)`.execute(before.db);
    await before.close();
    await first.close();

    const second = await start();
    const after = openDatabase(second.options);
    const { rows } = await sql`SELECT n FROM kept`.execute(after.db);
    await after.close();
    await second.close();
    expect(rows).toEqual([{ n: 7 }]);
  });

  it('takes the folder over from a server that outlived its Kurz', async () => {
    const orphan = await start();
    const next = await start();
    await orphan.ended;
    const { db, close } = openDatabase(next.options);
    const { rows } = await sql`SELECT 1 AS n`.execute(db);
    await close();
    await next.close();
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('starts where a folder above is closed to every other user, as /root is', async () => {
    const closed = path.join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const server = await start(path.join(closed, 'data', 'postgres'));
    const { db, close } = openDatabase(server.options);
    const { rows } = await sql`SELECT 1 AS n`.execute(db);
    await close();
    await server.close();
    expect(rows).toEqual([{ n: 1 }]);
  });

  // one of those could be an outgoing connection's when the server comes back, even that of a client that looks for it
  it('listens on no port that the system gives to outgoing connections', async () => {
    const server = await start();
    await server.close();
    expect(server.options.port).toBeLessThan(FIRST_EPHEMERAL);
  });

  it('refuses a wrong password', async () => {
    const server = await start();
    const { db, close } = openDatabase({ ...server.options, password: 'guess' });
    await expect(sql`SELECT 1`.execute(db)).rejects.toThrow(/password authentication failed/);
    await close();
    await server.close();
  });
});
