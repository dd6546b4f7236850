// The shipping thread as a redirector's main thread starts it, in the built packages, beside a journal that is written.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { committedChunks } from '../stores/ship/committed-chunks';
import { makeTopic } from '../stores/ship/ship-fixture';
import { until } from '../until';

const children = new Set<ChildProcess>();
let kafka: SharedKafka;
let topic: string;
let root: string;

beforeAll(async () => {
  kafka = await openTestKafka();
  topic = kafka.own('clicks');
  await makeTopic(kafka.brokers, topic);
});
afterAll(() => kafka?.close());
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'kurz-ship-thread-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
  rmSync(hangFile(), { force: true });
});

/** While this file exists, the threads of workers hang. */
const hangFile = () => `${root}.hang`;

/** Runs a command with a niceness of 10 that it cannot lower, as in a container. Root gives up its right to do so. */
const NICED = [
  'nice',
  ...['-n', '10'],
  ...(process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice'] : []),
];

/** Undefined when `NICED` works on this machine; else what is missing. */
function whyNotNiced(): string | undefined {
  if (process.platform !== 'linux') return 'only on Linux has a thread a niceness of its own';
  const [program = '', ...args] = NICED;
  const lower = spawnSync(program, [...args, process.execPath, '-e', 'os.setPriority(0, 5)'], {
    encoding: 'utf8',
  });
  if (lower.error) return `${program} is not here`;
  if (lower.stderr.includes('EACCES')) return undefined;
  return lower.status === 0 ? 'a niceness may be lowered here' : lower.stderr.trim();
}

/** Starts a worker of `node` that writes and ships `visits` visits. `told`: its output, by the first word of a line. */
function startWorker(node: string, visits: number, before: readonly string[] = []) {
  const script = path.join(__dirname, 'write-and-ship.cjs');
  const work = JSON.stringify({ root, node, visits, topic, brokers: kafka.brokers });
  const preload = ['-r', path.join(__dirname, 'hang-threads.cjs')];
  const [program = '', ...args] = [...before, process.execPath, ...preload, script, work];
  const env = { ...process.env, KURZ_TEST_HANG: hangFile() };
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], env });
  children.add(child);
  const told = new Map<string, string>();
  let hasEnded = false;
  child.once('exit', () => (hasEnded = true));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [word = '', ...rest] = line.split(' ');
    told.set(word, rest.join(' '));
  });
  return {
    told,
    ended: () => hasEnded,
    kill: () => child.kill('SIGKILL'),
    say: (word: string) => child.stdin.write(`${word}\n`),
  };
}

const shippedOf = async (node: string) => {
  const chunks = await committedChunks(kafka.brokers, topic);
  const lines = chunks.flatMap((chunk) => chunk.lines).filter((line) => line.includes(`\t${node}-`));
  return { lines: lines.length, different: new Set(lines).size };
};

it('ships, counts, stays behind the thread that answers, and ends in order', async () => {
  const worker = startWorker('orderly', 20_000);
  await until(() => worker.told.get('shipped') === '20000');
  expect(worker.told.get('healthy')).toBe('1');
  if (process.platform === 'linux') {
    expect(worker.told.get('niceness-of-main')).toBe('0');
    expect(worker.told.get('highest-niceness')).toBe('5');
  }
  worker.say('more');
  worker.say('close');
  await until(worker.ended);
  expect(await shippedOf('orderly')).toEqual({ lines: 40_000, different: 40_000 });
});

const notNiced = whyNotNiced();
if (notNiced !== undefined) console.log(`skipped: ${notNiced}`);

(notNiced === undefined ? it : it.skip)(
  'ships where the process was started with a greater niceness than its own',
  async () => {
    const worker = startWorker('niced', 1_000, NICED);
    await until(() => worker.told.get('shipped') === '1000');
    expect(worker.told.get('niceness-of-main')).toBe('10');
    expect(worker.told.get('lowest-niceness')).toBe('10');
    worker.say('close');
    await until(worker.ended);
    expect(await shippedOf('niced')).toEqual({ lines: 1_000, different: 1_000 });
  },
);

it('is not called healthy while its thread hangs, and again when it goes on', async () => {
  const worker = startWorker('hangs', 1_000);
  await until(() => worker.told.get('healthy') === '1' && worker.told.get('shipped') === '1000');
  writeFileSync(hangFile(), '');
  await until(() => worker.told.get('healthy') === '0');
  rmSync(hangFile());
  await until(() => worker.told.get('healthy') === '1');
});

it('adopts the journal of a killed worker, ships what is left in it and takes it away', async () => {
  const dead = startWorker('dead', 20_000);
  await until(() => dead.told.has('written'));
  dead.kill();
  await until(dead.ended);
  expect(readdirSync(root)).toHaveLength(1);
  const living = startWorker('living', 1_000);
  await until(
    () =>
      living.told.get('shipped') !== undefined && readdirSync(root).every((name) => !name.startsWith('dead')),
  );
  expect(await shippedOf('dead')).toEqual({ lines: 20_000, different: 20_000 });
  living.say('close');
  await until(living.ended);
  expect(await shippedOf('living')).toEqual({ lines: 1_000, different: 1_000 });
});
