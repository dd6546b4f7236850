// `kurz import csv` on the embedded product: links redirect at once, with the counts that they brought, until the
// import is undone. The same while the product is stopped.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeLinkReader } from './link-reader';
import { adminJson } from './admin-command';
import { ownWorkspaceIn, spawnAdminJson } from './spawn-admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-csv-'));
const file = path.join(folder, 'links.csv');
let kurz: RunningStandalone;
beforeAll(async () => {
  writeFileSync(
    file,
    'slug;url;clicks;tags\nmoved;https://shop.example/;1204;red\ngone;https://shop.example/;5;\n',
  );
  kurz = await startStandalone({ isNew: false });
});
afterAll(async () => {
  await kurz.close();
  rmSync(folder, { recursive: true });
});

async function visit(slug: string) {
  const response = await fetch(`${kurz.url}/${slug}`, { redirect: 'manual' });
  return [response.status, response.headers.get('location')];
}

test('links redirect with their counts until the import is undone', async () => {
  expect((await visit('moved'))[0]).toBe(404);
  const workspace = ownWorkspaceIn(await adminJson(kurz.dataDirectory, 'workspace', 'list'));
  const words = ['import', 'csv', file, '--workspace', workspace];
  const { id, counts } = await spawnAdminJson(kurz.dataDirectory, ...words);
  expect(counts).toEqual({ new: 2 });
  expect(await visit('moved')).toEqual([302, 'https://shop.example/']);

  const { settledStats, allLinks } = makeLinkReader(kurz);
  const { totals, allTime } = await settledStats('moved', 1);
  expect([totals.requests, allTime]).toMatchObject([1, { total: 1_205, preTracking: 1_204 }]);
  expect(await allLinks()).toEqual(
    expect.arrayContaining([expect.objectContaining({ slug: 'gone', hits: 5 })]),
  );

  const undone = await spawnAdminJson(kurz.dataDirectory, 'import', 'undo', String(id));
  expect(undone).toEqual({ id, removed: 2, kept: 0 });
  expect(await Promise.all(['moved', 'gone'].map(visit))).toEqual([
    [404, null],
    [404, null],
  ]);

  await kurz.stop();
  const again = await spawnAdminJson(kurz.dataDirectory, ...words);
  expect(again).toMatchObject({ counts: { new: 2 } });
  kurz = await kurz.restart();
  expect(await visit('moved')).toEqual([302, 'https://shop.example/']);
});
