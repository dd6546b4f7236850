// The production topology on one machine, as `npm run stack` runs it and its banner describes it.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcess } from '@kurz/backends';
import { until } from '../until';
import { adminJson } from './admin-command';
import { ownWorkspaceIn, spawnAdminJson } from './spawn-admin-command';
import { lineOf } from './real-log';
import { spawnBuilt } from './start-standalone';
import { newPlace, spawnStack, startStackProcess, type StackProcess } from './start-stack-process';

const ADMIN = path.join(__dirname, '..', '..', 'services', 'standalone', 'dist', 'admin-main.js');
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const COUNTED_MS = 30_000;
const BACK_MS = 60_000;

let stack: StackProcess;
/** Answered redirects so far. */
let visits = 0;

beforeAll(async () => {
  stack = await startStackProcess(await newPlace());
});
afterAll(() => stack.close());

/** Lets a shell run the banner's n-th curl command as it is pasted. */
function paste(nth: number): unknown {
  const command = (stack.banner.match(/^curl (?:[^\n]*\\\n)*[^\n]*/gm) ?? [])[nth] ?? '';
  const { stdout } = spawnSync('sh', ['-c', `${command} --max-time 10`], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

async function open(slug: string): Promise<number> {
  const headers = { 'user-agent': BROWSER };
  const answer = await fetch(`${stack.linksUrl}${slug}`, { redirect: 'manual', headers });
  if (answer.status === 302) visits += 1;
  return answer.status;
}

/** Opens the link until it redirects; a redirector that is coming back refuses or answers 503. */
async function openAtLast(slug: string): Promise<void> {
  for (const end = Date.now() + BACK_MS; Date.now() < end; await sleep(100))
    if ((await open(slug).catch(() => 0)) === 302) return;
  throw new Error(`${slug} does not open`);
}

/** The stats, as soon as they show every visit, or the last ones before the time was over. */
async function statsOfAll(token: string): Promise<unknown> {
  let body: unknown;
  for (const end = Date.now() + COUNTED_MS; Date.now() < end; await sleep(200)) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${stack.apiUrl}/v1/urls/hello/stats`, { headers }).catch(() => undefined);
    body = await answer?.json();
    if (JSON.stringify(body)?.includes(`"requests":${visits},`)) return body;
  }
  return body;
}

function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

describe('the stack', () => {
  let token: string;

  it('makes a link by the banner’s command, which opens, scans and shows in its stats within seconds', async () => {
    token = stack.token ?? '';
    expect(token).toMatch(/^kz_ws_[0-9A-Za-z]{30,}$/);
    expect(paste(0)).toMatchObject({ url: { slug: 'hello', hits: 0 } });
    expect(await open('/hello')).toBe(302);
    expect(await open('/q/hello')).toBe(302);
    await statsOfAll(token);
    let pasted: unknown;
    // on a busy machine ClickHouse may be too slow for a moment
    const isLive = () => JSON.stringify((pasted = paste(1))).includes('"freshness":"todayLive"');
    await until(isLive, { what: 'the stats are live' });
    expect(pasted).toMatchObject({
      stats: { totals: { human: 2, bots: 0, requests: 2, qr: 1, click: 1 }, freshness: 'todayLive' },
    });
  });

  it('runs four stores and five services, each a process of its own', () => {
    const processes = stack.processes();
    expect(Object.keys(processes).sort()).toEqual([
      'api-1',
      'api-2',
      'clickhouse',
      'ingester-1',
      'ingester-2',
      'kafka',
      'postgres',
      'redirector',
      'redis',
    ]);
    expect(Object.values(processes).every(isRunning)).toBe(true);
  });

  it('lets the admin command work beside it', () => {
    const { stdout } = spawnSync(process.execPath, [ADMIN, 'workspace', 'list', '--json'], {
      env: { ...process.env, KURZ_DATA_DIR: stack.dataDirectory },
      encoding: 'utf8',
    });
    expect(stdout).toContain('My workspace');
  });

  it('is found sound by the command, which makes addresses where the web app is', async () => {
    expect(await adminJson(stack.dataDirectory, 'doctor')).toMatchObject({ findings: [] });
    const made = await adminJson(stack.dataDirectory, 'user', 'sign-in-link', 'owner@localhost');
    const address = String(made['address']);
    expect(address).toContain(`${stack.apiUrl}/`);
    expect((await fetch(address)).status).toBe(200);
  });

  it('imports a log through the stream, each line once, whatever is killed on the way', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => lineOf(index % 3 === 0 ? '/q/old' : '/old'));
    const file = path.join(path.dirname(stack.dataDirectory), 'old.log');
    writeFileSync(file, lines.join('\n'));
    const workspace = ownWorkspaceIn(await adminJson(stack.dataDirectory, 'workspace', 'list'));
    const zone = new URL(stack.linksUrl).host;
    const words = ['visits', 'import', file, '--format', 'combined', '--zone', zone];
    const making = [...words, '--create-links', '--workspace', workspace];
    const imports = path.join(stack.dataDirectory, 'imports');
    const waiting = () => (existsSync(imports) ? readdirSync(imports) : []);
    // kills once before the lines count as imported, and twice while the journal is shipped
    for (const seen of ['.new', 'import-', 'import-']) {
      const { child, finished } = spawnBuilt('admin command', making, { KURZ_DATA_DIR: stack.dataDirectory });
      while (child.exitCode === null && !waiting().some((name) => name.includes(seen))) await sleep(5);
      child.kill('SIGKILL');
      await finished;
    }
    const last = await spawnAdminJson(stack.dataDirectory, ...making);
    expect([Number(last['counted']) + Number(last['countedBefore']), last['isCounted']]).toEqual([
      3_000,
      true,
    ]);
    expect(await adminJson(stack.dataDirectory, ...making)).toMatchObject({
      counted: 0,
      countedBefore: 3_000,
      isCounted: true,
    });
    const ask = async (place: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${stack.apiUrl}/v1/urls/old${place}`, { headers })).json();
    };
    expect(await ask('')).toMatchObject({ url: { hits: 3_000 } });
    const window = '/stats?from=2026-10-01&to=2026-10-31';
    expect(await ask(window)).toMatchObject({ stats: { totals: { requests: 3_000, qr: 1_000 } } });
    expect(waiting()).toEqual([]);
  });

  it('starts again what is killed, and counts every answered redirect once all the same', async () => {
    const targets = [
      'redirector',
      'ingester-1',
      'api-1',
      'api-2',
      'redis',
      'kafka',
      'clickhouse',
      'postgres',
    ];
    for (const name of targets) {
      const pid = stack.processes()[name];
      signalProcess(pid, 'SIGKILL');
      const end = Date.now() + BACK_MS;
      while (stack.processes()[name] === pid && Date.now() < end) await sleep(50);
      expect(stack.processes()[name]).not.toBe(pid);
      await openAtLast('/hello');
    }
    expect(visits).toBeGreaterThanOrEqual(2 + targets.length);
    expect(await statsOfAll(token)).toMatchObject({ stats: { totals: { requests: visits } } });
  });

  it('refuses a folder that is in use, and a port that is taken, in one line', async () => {
    const place = await newPlace();
    const inUse = await spawnStack({ ...place, dataDirectory: stack.dataDirectory }).finished;
    expect(inUse).toMatchObject({ code: 1, stdout: '' });
    expect(inUse.stderr).toMatch(/^kurz: the data folder .* is in use.*\n$/);
    const taken = await spawnStack({ ...place, port: Number(new URL(stack.linksUrl).port) }).finished;
    expect(taken).toMatchObject({ code: 1, stdout: '' });
    expect(taken.stderr).toMatch(/^kurz: port \d+ on 127\.0\.0\.1 is taken.*KURZ_PORT\.\n$/);
  });

  it('ends every process on Ctrl-C, and takes links and counts up again at the next start', async () => {
    const pids = Object.values(stack.processes());
    expect(await stack.stop()).toMatchObject({ code: 0 });
    expect(pids.filter(isRunning)).toEqual([]);
    stack = await stack.restart();
    expect(stack.token).toBeUndefined();
    await openAtLast('/hello');
    expect(await statsOfAll(token)).toMatchObject({ stats: { totals: { requests: visits } } });
  });
});
