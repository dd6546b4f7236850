// What the banner prints can be opened, on whichever address of this machine the product listens.

import os from 'node:os';
import { freePort } from '@kurz/backends';
import { until } from '../until';
import { newDataFolder, removeDataFolder, spawnBuilt, startStandalone } from './start-standalone';

// other systems have 127.0.0.1 alone
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('the addresses of the banner are those of KURZ_HOST', async () => {
  const dataDirectory = newDataFolder();
  const port = String(await freePort());
  const { child, output, finished } = spawnBuilt('product', [], {
    KURZ_PORT: port,
    KURZ_HOST: '127.0.0.2',
    KURZ_DATA_DIR: dataDirectory,
  });
  try {
    await until(() => /Stop +Ctrl-C/.test(output.stdout) || child.exitCode !== null, { what: 'the banner' });
    const addresses = [...output.stdout.matchAll(/http:\/\/[^\s/)#]+/g)].map(([address]) => address);
    expect(new Set(addresses)).toEqual(new Set([`http://127.0.0.2:${port}`]));
    expect((await fetch(`http://127.0.0.2:${port}/livez`)).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await finished;
    await removeDataFolder(dataDirectory);
  }
});

const [address] = Object.values(os.networkInterfaces())
  .flatMap((found) => found ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);
const ifOnANetwork = address === undefined ? test.skip : test;
const why = address === undefined ? ' (this machine is on no network)' : '';

ifOnANetwork(`who listens everywhere opens links at the machine’s address on its network${why}`, async () => {
  const kurz = await startStandalone({ environment: { KURZ_HOST: '0.0.0.0' } });
  const own = `http://${address}:${kurz.port}`;
  try {
    const created = await fetch(`${own}/v1/urls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kurz.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://a.example/', slug: 'hello' }),
    });
    expect(created.status).toBe(201);
    expect((await fetch(`${own}/hello`, { redirect: 'manual' })).status).toBe(302);
    const root = await fetch(own, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(root.headers.get('location')).toBe('/app/');
  } finally {
    await kurz.close();
  }
});
