// The output of a start that cannot be made as requested.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import { spawnAdminCommand } from './spawn-admin-command';
import {
  environmentOf,
  newDataFolder,
  removeDataFolder,
  spawnBuilt,
  type Environment,
} from './start-standalone';

let dataDirectory: string;

beforeEach(() => {
  dataDirectory = newDataFolder();
});

afterEach(() => removeDataFolder(dataDirectory));

const run = (settings: Environment) =>
  spawnBuilt('product', [], { KURZ_DATA_DIR: dataDirectory, ...settings }).finished;

describe('a start that cannot be', () => {
  it('lists all faults of the settings at once and makes no data folder', async () => {
    const { code, stdout, stderr } = await run({
      KURZ_PORT: '99999',
      KURZ_LOG_LEVEL: 'loud',
      KURZ_TRUSTED_PROXIES: '-1',
    });
    expect(code).toBe(1);
    expect(stdout).toBe('');
    for (const name of ['KURZ_PORT', 'KURZ_LOG_LEVEL', 'KURZ_TRUSTED_PROXIES'])
      expect(stderr).toContain(name);
    expect(stderr).not.toContain('    at ');
    expect(existsSync(dataDirectory)).toBe(false);
  });

  it.each(['KURZ_PORT', 'KURZ_OPS_PORT'])(
    'says that the port of %s is taken by another program, and starts no store',
    async (name) => {
      const other = createServer().listen(await freePort(), '127.0.0.1');
      await once(other, 'listening');
      const address = other.address();
      const port = String(typeof address === 'object' ? address?.port : '');
      const { code, stderr } = await run({ KURZ_PORT: String(await freePort()), [name]: port });
      other.close();
      expect(code).toBe(1);
      expect(stderr).toContain(`port ${port} on 127.0.0.1 is taken`);
      expect(stderr).toContain(`with ${name}.`);
      expect(existsSync(`${dataDirectory}/postgres`)).toBe(false);
    },
  );

  it('says that the host is none of this machine', async () => {
    const { code, stderr } = await run({ KURZ_PORT: String(await freePort()), KURZ_HOST: '203.0.113.7' });
    expect(code).toBe(1);
    expect(stderr).toContain('203.0.113.7');
    expect(stderr).toContain('KURZ_HOST');
  });

  // a network of its own, whose loopback speaks IPv6 alone
  const alone = (command: string) => [
    '--net',
    'sh',
    '-c',
    `ip link set lo up && ip addr del 127.0.0.1/8 dev lo && ${command}`,
  ];
  const canBeAlone = spawnSync('unshare', alone('true')).status === 0;
  (canBeAlone ? it : it.skip)(
    `says that the loopback has no IPv4 address${canBeAlone ? '' : ' (this machine gives nobody such a network)'}`,
    () => {
      const main = path.join(__dirname, '..', '..', 'services', 'standalone', 'dist', 'main.js');
      const env = environmentOf({ KURZ_DATA_DIR: dataDirectory, KURZ_HOST: '::' });
      const command = [...alone('exec "$0" "$1"'), process.execPath, main];
      const { status, stderr } = spawnSync('unshare', command, { env, encoding: 'utf8' });
      expect(stderr).toContain('kurz: this machine has no address 127.0.0.1');
      expect(stderr).not.toContain('    at ');
      expect(status).toBe(1);
    },
  );

  const isRoot = process.getuid?.() === 0;
  const unlessRoot = isRoot ? it.skip : it;
  const why = isRoot ? ' (root can work with the folder of any user)' : '';

  const expectFault = async (directory: string, reason: string) => {
    const fault = `KURZ_DATA_DIR: ${directory} ${reason}`;
    const { code, stderr } = await run({ KURZ_PORT: String(await freePort()), KURZ_DATA_DIR: directory });
    expect(stderr).toContain(fault);
    expect(code).toBe(1);
    expect(stderr).not.toContain('    at ');
    const command = await spawnAdminCommand(directory, 'zone', 'list', '--json');
    expect(command.json).toMatchObject({ error: { faults: [fault] } });
    expect(command.stderr).not.toContain('    at ');
  };

  it('says that the data folder is no folder, or lies below a file', async () => {
    writeFileSync(dataDirectory, '');
    await expectFault(dataDirectory, 'is not a folder');
    await expectFault(`${dataDirectory}/below`, 'is below a file');
  });

  it('says that a path with a line break is none for PostgreSQL, and makes no folder', async () => {
    const broken = `${dataDirectory}\nbroken`;
    await expectFault(broken, 'has a line break in its path');
    expect(existsSync(broken)).toBe(false);
  });

  unlessRoot(`says that this user cannot work with the data folder${why}`, async () => {
    mkdirSync(dataDirectory);
    chmodSync(dataDirectory, 0o500);
    await expectFault(dataDirectory, 'cannot be read and written by this user');
  });

  const nobody = 65_534;
  const canBeNobody =
    isRoot &&
    process.platform === 'linux' &&
    spawnSync(process.execPath, ['--version'], { uid: nobody }).status === 0;
  const ifRoot = canBeNobody ? it : it.skip;
  ifRoot('says what to do where root has run before this user (needs root, and a Node for all)', async () => {
    const postgres = path.join(dataDirectory, 'postgres');
    for (const folder of [dataDirectory, postgres]) mkdirSync(folder, { mode: 0o700 });
    chmodSync(path.dirname(dataDirectory), 0o755);
    chownSync(dataDirectory, nobody, nobody);
    const settings = { KURZ_DATA_DIR: dataDirectory, KURZ_PORT: String(await freePort()) };
    const { code, stderr } = await spawnBuilt('product', [], settings, { uid: nobody }).finished;
    expect(code).toBe(1);
    expect(stderr).toContain(`KURZ_DATA_DIR: ${postgres} cannot be read and written by this user`);
    expect(stderr).toContain('chown -R');
    expect(stderr).not.toContain('    at ');
  });
});
