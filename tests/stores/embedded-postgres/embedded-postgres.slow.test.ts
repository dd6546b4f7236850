import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '../../../services/standalone/src/postgres/start-embedded-postgres';

const STOP = require.resolve('../../../services/standalone/dist/postgres/orphaned-postgres');
/** Drops a capability that a container's root lacks by default: reading /proc links of other users' processes. */
const WITHOUT = ['--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace'];
const ifRoot = process.platform === 'linux' && process.getuid?.() === 0 ? it : it.skip;

/** On Linux; it is 49,152 on macOS. */
const FIRST_EPHEMERAL = 32_768;

describe('the embedded PostgreSQL', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-postgres-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const start = (directory = path.join(folder, 'postgres')) =>
    startEmbeddedPostgres({ directory, password: 'secret', log: silentLog });

  const askIt = async ({ options }: Awaited<ReturnType<typeof start>>) => {
    const { db, close } = openDatabase(options);
    const { rows } = await sql`SELECT 1 AS n`.execute(db);
    await close();
    return rows;
  };

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

  it('removes nothing of a database that lacks a file, and opens it when that is back', async () => {
    const [version, away] = [path.join(folder, 'postgres', 'PG_VERSION'), path.join(folder, 'away')];
    await (await start()).close();
    await rename(version, away);
    await expect(start()).rejects.toThrow('is an incomplete database');
    await rename(away, version);
    const next = await start();
    const rows = await askIt(next);
    await next.close();
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('makes its database in an empty folder that is there already', async () => {
    await mkdir(path.join(folder, 'postgres'));
    const server = await start();
    const rows = await askIt(server);
    await server.close();
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('takes the folder over from a server that outlived its Kurz', async () => {
    const orphan = await start();
    const next = await start();
    await orphan.ended;
    const rows = await askIt(next);
    await next.close();
    expect(rows).toEqual([{ n: 1 }]);
  });

  ifRoot('stops a server that outlived its Kurz also as the root of a container (needs root)', async () => {
    const orphan = await start();
    const script = `require(${JSON.stringify(STOP)}).stopOrphanedPostgres(process.argv[1]).then(({ kind }) => console.log(kind))`;
    const node = [process.execPath, '-e', script, path.join(folder, 'postgres')];
    const { stdout } = spawnSync('setpriv', [...WITHOUT, ...node], { encoding: 'utf8' });
    if (stdout.trim() !== 'stopped') await orphan.close();
    await orphan.ended;
    expect(stdout.trim()).toBe('stopped');
  });

  it('leaves a server of another folder alone that has the process id of its own last one by now', async () => {
    const [mine, others] = [path.join(folder, 'postgres'), path.join(folder, 'others')];
    await (await start(mine)).close();
    const other = await start(others);
    await copyFile(path.join(others, 'postmaster.pid'), path.join(mine, 'postmaster.pid'));
    const next = await start(mine);
    const rows = await askIt(other);
    await next.close();
    await other.close();
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('starts in a copy of a folder whose server runs, and leaves that one alone', async () => {
    const copy = path.join(folder, 'copy');
    const server = await start();
    await cp(path.join(folder, 'postgres'), copy, { recursive: true });
    const next = await start(copy);
    const rows = await askIt(server);
    await next.close();
    await server.close();
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('starts where a folder above is closed to every other user, as /root is', async () => {
    const closed = path.join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o700);
    const server = await start(path.join(closed, 'data', 'postgres'));
    const rows = await askIt(server);
    await server.close();
    expect(rows).toEqual([{ n: 1 }]);
  });

  // while the server restarts, an outgoing connection could take such a port, even that of a client that retries it
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
