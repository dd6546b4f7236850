// A start of the embedded product on a disk without room, and the next one, when there is some.

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@kurz/backends';
import { mountSmallDisk, whyNoSmallDisk, type SmallDisk } from '../outage/small-disk';
import { newDataFolder, removeDataFolder, spawnBuilt, startStandalone } from './start-standalone';

const DISK_BYTES = 128 * 1024 * 1024;

const why = whyNoSmallDisk();
const orWhy = why === undefined ? '' : ` (${why})`;

let folder: string;
let disk: SmallDisk;
beforeEach(async () => {
  folder = path.dirname(newDataFolder());
  disk = await mountSmallDisk(folder, DISK_BYTES);
});
afterEach(async () => {
  await disk.close();
  await removeDataFolder(path.join(folder, 'data'));
});

(why === undefined ? test : test.skip)(
  `A first start on a full disk says so in one sentence, and the next one starts where there is room${orWhy}`,
  async () => {
    const dataDirectory = path.join(folder, 'data');
    const first = await startStandalone({ dataDirectory });
    await first.stop();
    // as if the disk had filled up during a first start, between the two stores
    const clickHouse = path.join(dataDirectory, 'clickhouse');
    rmSync(clickHouse, { recursive: true });
    disk.fill();
    const environment = { KURZ_DATA_DIR: dataDirectory, KURZ_PORT: String(await freePort()) };
    const { code, stderr } = await spawnBuilt('product', [], environment).finished;
    expect(code).toBe(1);
    expect(stderr).toContain(`kurz: the disk of ${dataDirectory} is full`);
    expect(stderr).not.toContain('    at ');
    expect(existsSync(clickHouse)).toBe(false);

    disk.makeRoom();
    const next = await startStandalone({ dataDirectory });
    expect((await next.stop()).code).toBe(0);
  },
);

(why === undefined ? test : test.skip)(
  `A start on a full disk leaves the counts of an earlier one${orWhy}`,
  async () => {
    const dataDirectory = path.join(folder, 'data');
    const first = await startStandalone({ dataDirectory });
    await first.stop();
    const kept = path.join(dataDirectory, 'clickhouse', 'kept');
    mkdirSync(kept);
    disk.fill();
    const environment = { KURZ_DATA_DIR: dataDirectory, KURZ_PORT: String(await freePort()) };
    await spawnBuilt('product', [], environment).finished;
    expect(existsSync(kept)).toBe(true);
  },
);
