// `kurz visits import`: nothing is counted twice and nothing is lost, whatever is killed in the middle.

import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { adminJson, runAdminCommand } from './admin-command';
import { ownWorkspaceIn, spawnAdminJson } from './spawn-admin-command';
import { makeLinkReader } from './link-reader';
import { lineOf as line, realLines } from './real-log';
import { spawnBuilt, startStandalone, type RunningStandalone } from './start-standalone';

const FORMAT = ['--format', 'combined'];
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-logs-'));

let kurz: RunningStandalone;
let workspace: string;
let token: string | undefined;

beforeAll(async () => {
  kurz = await startStandalone({ isNew: false, environment: HIGH_LIMIT_PLANS });
  token = kurz.token;
  workspace = ownWorkspaceIn(await adminJson(kurz.dataDirectory, 'workspace', 'list'));
});

afterAll(async () => {
  await kurz.close();
  rmSync(folder, { recursive: true, force: true });
});

const reader = () => makeLinkReader({ url: kurz.url, token });
const logFile = (name: string, lines: string[]) => {
  const file = path.join(folder, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
};

/** A zone of its own for a test, so that its sums are its own. */
async function newZone(domain: string): Promise<string> {
  await adminJson(kurz.dataDirectory, 'zone', 'add', domain, '--workspace', workspace, '--verified');
  return domain;
}
const importWords = (zone: string, file: string, ...more: string[]) => [
  ...['visits', 'import', file, ...FORMAT, '--zone', zone],
  ...more,
];
const importInto = (...words: Parameters<typeof importWords>) =>
  adminJson(kurz.dataDirectory, ...importWords(...words));
/** The same as a process: for a stopped product, and after a kill, whose lock is held for a moment longer. */
const spawnImport = (...words: Parameters<typeof importWords>) =>
  spawnAdminJson(kurz.dataDirectory, ...importWords(...words));
const making = () => ['--create-links', '--workspace', workspace];
const hitsIn = async (zone: string) =>
  (await reader().allLinks())
    .filter((link) => link.zoneDomain === zone)
    .reduce((sum, { hits }) => sum + hits, 0);

describe('importing a log', () => {
  it('counts only what is new when the log has grown', async () => {
    const zone = await newZone('grown.example');
    const file = logFile('grown.log', [line('/one'), line('/two')]);
    expect(await importInto(zone, file, ...making())).toMatchObject({
      lines: 2,
      counted: 2,
      linksCreated: 2,
    });
    appendFileSync(file, `${line('/one')}\n${line('/three')}\n`);
    expect(await importInto(zone, file, ...making())).toMatchObject({
      lines: 4,
      counted: 2,
      countedBefore: 2,
    });
    expect(await importInto(zone, file, ...making())).toMatchObject({
      counted: 0,
      countedBefore: 4,
      id: null,
    });
    expect(await hitsIn(zone)).toBe(4);
  });

  it('makes the same link of a click and a scan, whichever comes first or last', async () => {
    const zone = await newZone('scanned.example');
    const lines = ['/aimp', '/q/aimp', '/q/first', '/first', '/q/alone'].map((target) => line(target));
    const file = logFile('scanned.log', lines);
    const base = ['--destination-base', 'https://old.example/base'];
    expect(await importInto(zone, file, ...making(), ...base)).toMatchObject({
      counted: 5,
      linksCreated: 3,
    });
    const made = (await reader().allLinks()).filter((link) => link.zoneDomain === zone);
    expect(made.map(({ slug, url, title }) => [slug, url, title]).sort()).toEqual(
      ['aimp', 'alone', 'first'].map((slug) => [slug, `https://old.example/base/${slug}`, `/${slug}`]),
    );
  });

  it('counts later what had no link at first, and shows it until then', async () => {
    const zone = await newZone('later.example');
    const file = logFile('later.log', [line('/early'), line('/early'), 'nonsense']);
    expect(await importInto(zone, file)).toMatchObject({ counted: 0, withoutLink: 2, unreadable: 1 });
    expect(await importInto(zone, file, ...making())).toMatchObject({
      counted: 2,
      withoutLink: 0,
      unreadable: 1,
    });
    expect(await hitsIn(zone)).toBe(2);
    const shown = await runAdminCommand(kurz.dataDirectory, ...importWords(zone, file));
    expect(shown.stdout).toMatch(/1 unreadable:\n +line 3 \(not_in_format\): nonsense/);
  });

  it('reads a scan, a query and a slash at the end as the redirector would, and hashes what is no slug', async () => {
    const zone = await newZone('paths.example');
    const file = logFile('paths.log', [
      line('/abc'),
      line('/q/abc?x=1'),
      line('/abc/'),
      line('/a.png'),
      line('/'),
    ]);
    expect(await importInto(zone, file, ...making())).toMatchObject({ counted: 5, linksCreated: 3 });
    const stats = await reader().settledStats('abc', 3, '?from=2026-10-01&to=2026-10-31');
    expect(stats.totals).toMatchObject({ requests: 3, qr: 1, click: 2 });
  });

  it('takes times, agents and languages from JSON lines', async () => {
    const zone = await newZone('json.example');
    const visit = {
      time: '2026-10-12T23:59:59Z',
      path: '/json',
      userAgent: 'curl/8.0',
      language: 'de-AT,en',
    };
    const file = logFile('visits.ndjson', [
      JSON.stringify(visit),
      JSON.stringify({ ...visit, time: 1, path: 1 }),
    ]);
    const options = ['--format', 'ndjson', '--zone', zone, ...making()];
    const outcome = await adminJson(kurz.dataDirectory, 'visits', 'import', file, ...options);
    expect(outcome).toMatchObject({ counted: 1, unreadable: 1, from: '2026-10-12', to: '2026-10-12' });
    const stats = await reader().settledStats('json', 1, '?from=2026-10-01&to=2026-10-31');
    expect(stats.totals).toMatchObject({ requests: 1, bots: 1 });
  });

  it('neither counts nor marks a time that the product cannot show, and makes no link for it', async () => {
    const zone = await newZone('times.example');
    const inTwoDays = Date.now() + 2 * 86_400_000;
    const file = logFile(
      'times.ndjson',
      [Date.UTC(2026, 9, 12), 1e20, -1, inTwoDays].map((time, index) =>
        JSON.stringify({ time, path: `/time-${index}` }),
      ),
    );
    const words = ['visits', 'import', file, '--format', 'ndjson', '--zone', zone, ...making()];
    expect(await adminJson(kurz.dataDirectory, ...words)).toMatchObject({
      counted: 1,
      unreadable: 3,
      linksCreated: 1,
      from: '2026-10-12',
      to: '2026-10-12',
    });
    expect(await adminJson(kurz.dataDirectory, ...words)).toMatchObject({
      counted: 0,
      countedBefore: 1,
      unreadable: 3,
    });
    const { stdout } = await runAdminCommand(kurz.dataDirectory, ...words);
    expect(stdout).toMatch(/line 2 \(bad_time\).*\n.*line 3 \(bad_time\).*\n.*line 4 \(bad_time\)/);
  });

  it('moves no time to another day: one without a zone is UTC wherever it runs, one that is no date is unreadable', async () => {
    const zone = await newZone('dates.example');
    const times = ['2026-10-20T23:30:00', '2026-10-20T23:59:60Z', '2026-02-30T10:00:00Z', '1'];
    const json = logFile(
      'dates.ndjson',
      times.map((time) => JSON.stringify({ time, path: '/dated' })),
    );
    const words = ['visits', 'import', json, '--format', 'ndjson', '--zone', zone, ...making(), '--json'];
    const settings = { KURZ_DATA_DIR: kurz.dataDirectory, TZ: 'America/New_York' };
    const { stdout } = await spawnBuilt('admin command', words, settings).finished;
    expect(JSON.parse(stdout)).toMatchObject({
      counted: 2,
      unreadable: 2,
      from: '2026-10-20',
      to: '2026-10-20',
    });
    const log = logFile('dates.log', [
      line('/dated'),
      line('/dated').replace('10/Oct/2026:10', '31/Feb/2026:25'),
    ]);
    expect(await importInto(zone, log)).toMatchObject({ counted: 1, unreadable: 1, from: '2026-10-10' });
  });

  it('refuses the same log with another shift, as its visits are counted already', async () => {
    const zone = await newZone('shift.example');
    const file = logFile('shift.log', [line('/shifted')]);
    await importInto(zone, file, ...making(), '--shift-days', '3');
    const again = await runAdminCommand(kurz.dataDirectory, ...importWords(zone, file, '--shift-days', '4'));
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('--shift-days 3');
  });

  it.each([
    ['a missing file', ['/nowhere.log', '--zone', 'localhost'], 'there is no file /nowhere.log'],
    ['an unknown zone', [__filename, '--zone', 'nobody.example'], 'there is no zone nobody.example'],
    [
      'an unknown workspace',
      [__filename, '--zone', 'ZONE', '--create-links', '--workspace', 'ws_no'],
      'no workspace ws_no',
    ],
    [
      'links without a workspace',
      [__filename, '--zone', 'ZONE', '--create-links'],
      '--create-links needs --workspace',
    ],
    ['a fraction of a day', [__filename, '--zone', 'ZONE', '--shift-days', '1.5'], 'whole number of days'],
  ])('says clearly what is wrong: %s', async (_, words, message) => {
    const filled = words.map((word) => (word === 'ZONE' ? kurz.zone : word));
    const result = await runAdminCommand(kurz.dataDirectory, 'visits', 'import', ...FORMAT, ...filled);
    expect(result.code).not.toBe(0);
    expect(result.stderr).toContain(message);
  });

  it('counts every line once when the import is killed at any moment and run again', async () => {
    const zone = await newZone('killed.example');
    const file = logFile('killed.log', realLines);
    const words = importWords(zone, file, ...making());
    for (const afterMs of [250, 400, 550, 700, 900, 1_200]) {
      const { child, finished } = spawnBuilt('admin command', words, { KURZ_DATA_DIR: kurz.dataDirectory });
      await sleep(afterMs);
      child.kill('SIGKILL');
      await finished;
    }
    await spawnImport(zone, file, ...making());
    expect(await hitsIn(zone)).toBe(9_999);
  });

  it('counts every line once when the product is killed while it counts them', async () => {
    const zone = await newZone('crashed.example');
    const file = logFile('crashed.log', realLines);
    const words = importWords(zone, file, ...making());
    const { child, finished } = spawnBuilt('admin command', words, { KURZ_DATA_DIR: kurz.dataDirectory });
    await sleep(1_000);
    await kurz.kill();
    child.kill('SIGKILL');
    await finished;
    kurz = await kurz.restart({ environment: HIGH_LIMIT_PLANS });
    await spawnImport(zone, file, ...making());
    expect(await hitsIn(zone)).toBe(9_999);
  });

  it('works while the product is stopped', async () => {
    const zone = await newZone('stopped.example');
    const file = logFile('stopped.log', realLines);
    await kurz.stop();
    expect(await spawnImport(zone, file, ...making())).toMatchObject({ counted: 9_999, unreadable: 1 });
    expect(await spawnImport(zone, file, ...making())).toMatchObject({ counted: 0, countedBefore: 9_999 });
    kurz = await kurz.restart({ environment: HIGH_LIMIT_PLANS });
    expect(await hitsIn(zone)).toBe(9_999);
  });
});
