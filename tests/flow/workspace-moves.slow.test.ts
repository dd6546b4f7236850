// A workspace moves from one embedded product to another by `kurz workspace export` and `import`: while the product
// runs, while it is stopped, and killed in the middle any number of times.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ofKind, recordsOf } from '../contract/exported';
import { withoutTime } from '../contract/import-world';
import { until } from '../until';
import { makeLinkReader } from './link-reader';
import { adminJson, runAdminCommand } from './admin-command';
import { ownWorkspaceIn, spawnAdminCommand, spawnAdminJson } from './spawn-admin-command';
import { spawnBuilt, startStandalone, type RunningStandalone } from './start-standalone';

const KILLS = 12;
const LINKS = 10_000;

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-moves-'));
const fileOf = (name: string) => path.join(folder, name);
let from: RunningStandalone;
let to: RunningStandalone;
let workspaceId: string;
beforeAll(async () => {
  [from, to] = await Promise.all([startStandalone({ isNew: false }), startStandalone()]);
  workspaceId = ownWorkspaceIn(await adminJson(from.dataDirectory, 'workspace', 'list'));
});
afterAll(async () => {
  await from.close();
  await to.close();
  rmSync(folder, { recursive: true });
});

/** The file as exported by the product that has the other domain. */
const renamed = (text: string) => text.replaceAll(`"${from.zone}"`, `"${to.zone}"`);

const exportWords = (id: string, name: string) => [
  ...['workspace', 'export', id],
  ...['--portable', '--to', fileOf(name)],
];
async function exported({ dataDirectory }: RunningStandalone, id: string, name: string): Promise<string> {
  await adminJson(dataDirectory, ...exportWords(id, name));
  return readFileSync(fileOf(name), 'utf8');
}

const importWords = (name: string) => [
  ...['workspace', 'import', fileOf(name)],
  ...['--domain', `${from.zone}=${to.zone}`, '--json'],
];

test('links redirect in the other product, with the counts that they had', async () => {
  const headers = { authorization: `Bearer ${from.token ?? ''}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'https://shop.example/', slug: 'moved', tags: ['News'] });
  await fetch(`${from.url}/v1/urls`, { method: 'POST', headers, body });
  for (let visit = 0; visit < 3; visit++) await fetch(`${from.url}/moved`, { redirect: 'manual' });
  const { allLinks } = makeLinkReader(from);
  await until(async () => (await allLinks()).some(({ slug, hits }) => slug === 'moved' && hits === 3));
  const countOf = (text: string) =>
    ofKind(recordsOf(text), 'dailyCount').reduce((sum, { requests }) => sum + Number(requests), 0);
  let file = '';
  let tries = 0;
  await until(
    async () => countOf((file = await exported(from, workspaceId, `tried-${++tries}.jsonl`))) === 3,
    {},
  );
  expect((await fetch(`${to.url}/moved`, { redirect: 'manual' })).status).toBe(404);
  const words = importWords(`tried-${tries}.jsonl`);
  const first = await runAdminCommand(to.dataDirectory, ...words);
  expect(first.json).toEqual({ id: workspaceId, isNew: true, links: 1, days: 1 });
  const redirect = await fetch(`${to.url}/moved`, { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, 'https://shop.example/']);
  const again = await runAdminCommand(to.dataDirectory, ...words);
  expect(again.json).toEqual({ id: workspaceId, isNew: false });
  const before = withoutTime(renamed(file));
  const after = withoutTime(await exported(to, workspaceId, 'after.jsonl'));
  // the visit above is counted a moment later, so counts are left out
  const uncounted = (text: string) =>
    text.replace(/"total":\d+/, '').replace(/^.*"dailyCount".*$|^.*"dailyHumans".*$|^.*"end".*$/gm, '');
  expect(uncounted(after)).toBe(uncounted(before));
});

/** The workspace of the first test under another id, with many links and two days of counts for each. */
function manyLinks(): string {
  const records = recordsOf(readFileSync(fileOf('tried-1.jsonl'), 'utf8'));
  const head = records.filter(({ kind }) => ['export', 'workspace', 'member'].includes(kind));
  const [link] = records.filter(({ kind }) => kind === 'link');
  const lines: object[] = head.map((record) =>
    record.kind === 'member' ? record : { ...record, id: 'ws_many' },
  );
  const newest = Date.parse('2026-06-01T00:00:00Z');
  const made = Array.from({ length: LINKS }, (_, n) => ({
    ...link,
    id: `lnk_many${String(n).padStart(6, '0')}`,
    slug: `many-${n}`,
    tags: [],
    total: 11,
    createdAt: new Date(newest - n * 1_000).toISOString(),
  }));
  for (let at = 0; at < made.length; at += 1_500) {
    const page = made.slice(at, at + 1_500);
    lines.push(...page);
    for (const { id: linkId } of page)
      for (const [day, requests] of [['2026-05-01', 4] as const, ['2026-05-02', 7] as const])
        lines.push({ kind: 'dailyCount', linkId, day, requests, bots: 1, qr: 0 });
  }
  lines.push({ kind: 'end', records: lines.length });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

test('killed at random moments and run again, it is equal to one without a kill', async () => {
  writeFileSync(fileOf('many.jsonl'), manyLinks());
  const words = importWords('many.jsonl');
  let killed = 0;
  for (let turn = 0; turn < KILLS; turn++) {
    const { child, finished } = spawnBuilt('admin command', words, { KURZ_DATA_DIR: to.dataDirectory });
    await Promise.race([sleep(300 + Math.random() * 3_000), finished]);
    child.kill('SIGKILL');
    if ((await finished).code === null) killed++;
  }
  console.log(`killed ${killed} of ${KILLS} times`);
  await until(async () => {
    const { code, stderr } = await spawnAdminCommand(to.dataDirectory, ...words);
    if (code !== 0 && !stderr.includes('another import is running')) throw new Error(stderr);
    return code === 0;
  });
  const expected = withoutTime(renamed(readFileSync(fileOf('many.jsonl'), 'utf8')));
  expect(withoutTime(await exported(to, 'ws_many', 'many-after.jsonl'))).toBe(expected);
  await to.stop();
  const stopped = await spawnAdminCommand(to.dataDirectory, ...words);
  expect(stopped.json).toEqual({ id: 'ws_many', isNew: false });
  await spawnAdminJson(to.dataDirectory, ...exportWords('ws_many', 'many-stopped.jsonl'));
  expect(withoutTime(readFileSync(fileOf('many-stopped.jsonl'), 'utf8'))).toBe(expected);
});
