// A process that started PostgreSQL and ends early leaves no server behind that nobody needs.

import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import { until } from '../until';
import { isMakingDatabase } from './is-making-database';
import { newDataFolder, removeDataFolder, spawnBuilt, startStandalone } from './start-standalone';

let dataDirectory: string;

beforeEach(() => {
  dataDirectory = newDataFolder();
});

afterEach(() => removeDataFolder(dataDirectory));

const pidFile = () => path.join(dataDirectory, 'postgres', 'postmaster.pid');
const readPid = () => (existsSync(pidFile()) ? Number(readFileSync(pidFile(), 'utf8').split('\n')[0]) : 0);

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Holds also when the process never took over a ready server. */
const untilGone = (pid: number) => until(() => !isThere(pid), { what: `the end of PostgreSQL (${pid})` });

const spawnCommand = () => spawnBuilt('admin command', ['zone', 'list'], { KURZ_DATA_DIR: dataDirectory });

describe('an admin command on a stopped product', () => {
  it.each([
    ['interrupted', 'SIGINT', 1],
    ['interrupted twice, as npm passes it on,', 'SIGINT', 2],
    ['left by its terminal', 'SIGHUP', 1],
  ] as const)('that is %s while its PostgreSQL starts ends with it', async (_, signal, times) => {
    const { child, finished } = spawnCommand();
    await until(() => readPid() > 0, { what: 'a PostgreSQL that starts' });
    const pid = readPid();
    for (let time = 0; time < times; time++) child.kill(signal);
    expect((await finished).code).toBe(130);
    await untilGone(pid);
  });
});

describe('the product', () => {
  it('stops with its PostgreSQL when its terminal is closed', async () => {
    const kurz = await startStandalone({ dataDirectory });
    const pid = readPid();
    expect(isThere(pid)).toBe(true);
    const ended = once(kurz.process, 'exit');
    kurz.process.kill('SIGHUP');
    expect(await ended).toEqual([0, null]);
    await untilGone(pid);
  });
});

describe('a start of the product', () => {
  it('that is interrupted at a terminal while it makes its database ends in order', async () => {
    const { child, finished } = spawnBuilt(
      'product',
      [],
      { KURZ_PORT: String(await freePort()), KURZ_DATA_DIR: dataDirectory },
      { detached: true },
    );
    await until(() => isMakingDatabase(dataDirectory), { what: 'a database that is made' });
    // Ctrl-C reaches the whole process group; repeated, so that it hits whatever step the database is at
    const held = setInterval(() => {
      if (isMakingDatabase(dataDirectory)) process.kill(-Number(child.pid), 'SIGINT');
    }, 20);
    child.once('exit', () => clearInterval(held));
    const { code, stderr } = await finished;
    // on a busy machine the stop is cut off, which is in order as well
    expect(stderr).not.toContain('Error');
    expect(code).toBe(0);
  });

  it('that fails because the password is another leaves no PostgreSQL', async () => {
    expect((await spawnCommand().finished).code).toBe(0);
    const secretsFile = path.join(dataDirectory, 'secrets.json');
    const secrets: unknown = JSON.parse(readFileSync(secretsFile, 'utf8'));
    writeFileSync(secretsFile, JSON.stringify({ ...Object(secrets), postgresPassword: 'another' }));
    const { finished } = spawnBuilt('product', [], {
      KURZ_PORT: String(await freePort()),
      KURZ_DATA_DIR: dataDirectory,
    });
    let pid = 0;
    const seen = until(() => (pid = readPid() || pid) > 0, { what: 'a PostgreSQL that starts' });
    expect((await finished).code).toBe(1);
    await seen;
    await untilGone(pid);
  });
});
