// What the banner prints can be opened, on whichever address of this machine the product listens.

import { freePort } from '@kurz/backends';
import { until } from '../until';
import { newDataFolder, removeDataFolder, spawnBuilt } from './start-standalone';

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
