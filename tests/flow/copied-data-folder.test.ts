// A copy of the data folder of a stopped product is a backup: it runs wherever it lies.

import { chmodSync, cpSync } from 'node:fs';
import path from 'node:path';
import { makeLinkReader } from './link-reader';
import { newDataFolder, removeDataFolder, startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;
beforeAll(async () => {
  kurz = await startStandalone({ isNew: false });
});
afterAll(() => kurz.close());

const visit = async (slug: string) => (await fetch(`${kurz.url}/${slug}`, { redirect: 'manual' })).status;

test('links, tokens and counts are those of the moment of the copy', async () => {
  const { token } = kurz;
  const create = (slug: string) =>
    fetch(`${kurz.url}/v1/urls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://a.example/', slug }),
    });
  const reader = () => makeLinkReader({ ...kurz, token });
  expect((await create('before')).status).toBe(201);
  expect(await visit('before')).toBe(302);
  await reader().settledStats('before', 1);
  await kurz.stop();
  const copy = newDataFolder();
  cpSync(kurz.dataDirectory, copy, { recursive: true });
  // what many ways to copy make of it
  chmodSync(path.join(copy, 'postgres'), 0o755);
  kurz = await kurz.restart();
  expect((await create('after')).status).toBe(201);
  await kurz.stop();
  await removeDataFolder(kurz.dataDirectory);

  kurz = await startStandalone({ port: kurz.port, dataDirectory: copy });
  expect([await visit('before'), await visit('after')]).toEqual([302, 404]);
  expect((await reader().settledStats('before', 2)).allTime).toMatchObject({ total: 2 });
});
