// Other users of the machine read neither visits nor counts, whatever may be done with the data folder itself.

import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { newDataFolder, removeDataFolder, startStandalone } from './start-standalone';

const OTHERS = 0o007;

let dataDirectory: string;
beforeEach(() => (dataDirectory = newDataFolder()));
afterEach(() => removeDataFolder(dataDirectory));

/** What other users may read, write or pass below the data folder. */
const openToOthers = () =>
  readdirSync(dataDirectory).filter((name) => (statSync(path.join(dataDirectory, name)).mode & OTHERS) !== 0);

test('a start in a folder that everybody may read makes no folder in it that others may enter', async () => {
  mkdirSync(dataDirectory);
  chmodSync(dataDirectory, 0o755);
  const kurz = await startStandalone({ dataDirectory });
  const open = openToOthers();
  await kurz.stop();
  expect(open).toEqual([]);
});
