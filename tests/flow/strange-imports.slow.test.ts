// `kurz visits import` takes files of foreign origin: an impossible slug or title does not end an import.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { adminJson } from './admin-command';
import { ownWorkspaceIn, spawnAdminJson } from './spawn-admin-command';
import { startStandalone, type RunningStandalone } from './start-standalone';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-strange-'));

let kurz: RunningStandalone;
let workspace: string;

beforeAll(async () => {
  kurz = await startStandalone({ isNew: false, environment: HIGH_LIMIT_PLANS });
  workspace = ownWorkspaceIn(await adminJson(kurz.dataDirectory, 'workspace', 'list'));
});
afterAll(async () => {
  await kurz.close();
  rmSync(folder, { recursive: true, force: true });
});

const logFile = (name: string, lines: string[]) => {
  const file = path.join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};

async function newZone(domain: string): Promise<string> {
  await adminJson(kurz.dataDirectory, 'zone', 'add', domain, '--workspace', workspace, '--verified');
  return domain;
}
const making = () => ['--create-links', '--workspace', workspace];

describe('importing', () => {
  it('adds totals by CSV and JSON, and what can be no slug is unreadable', async () => {
    const zone = await newZone('totals.example');
    const visit = JSON.stringify({ time: '2026-10-12T10:00:00Z', path: '/sum' });
    const log = logFile('before-totals.ndjson', [visit]);
    await spawnAdminJson(
      kurz.dataDirectory,
      'visits',
      'import',
      log,
      '--format',
      'ndjson',
      '--zone',
      zone,
      ...making(),
    );
    const file = logFile('totals.txt', [
      'slug,count',
      'sum,5',
      JSON.stringify({ slug: 'sum', count: 2 }),
      JSON.stringify({ slug: 'absent', count: 2 }),
      ...['a\u0000b', 'a b', '', '\ud800', 'x'.repeat(1_025)].map((slug) =>
        JSON.stringify({ slug, count: 1 }),
      ),
    ]);
    const words = ['visits', 'import', file, '--totals', '--zone', zone];
    const told = { lines: 9, withoutLink: 1, unreadable: 6 };
    expect(await adminJson(kurz.dataDirectory, ...words)).toMatchObject({ ...told, added: 2, total: 7 });
    expect(await adminJson(kurz.dataDirectory, ...words)).toMatchObject({
      ...told,
      added: 0,
      addedBefore: 2,
    });
  });

  it('makes a link of a path that holds what no title can', async () => {
    const zone = await newZone('strange.example');
    const paths = ['/nul\u0000here', '/half\ud800pair', '/line\nbreak'];
    const lines = paths.map((path) => JSON.stringify({ time: '2026-10-12T10:00:00Z', path }));
    const file = logFile('strange.ndjson', lines);
    const words = ['visits', 'import', file, '--format', 'ndjson', '--zone', zone, ...making()];
    expect(await adminJson(kurz.dataDirectory, ...words)).toMatchObject({ counted: 3, linksCreated: 3 });
  });
});
