import { InfrastructureError } from './infrastructure-error';
import { makeFairSemaphore, OverShareError, type SemaphoreKeys } from './fair-semaphore';

const CONFIG = {
  permits: 2,
  permitsPerKey: 1,
  queueLength: 100,
  queueLengthPerKey: 50,
  maxWaitMs: 5_000,
};

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Work that begins under a name and ends on demand. */
function startWorkIn(run: ReturnType<typeof makeFairSemaphore>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (keys: string | SemaphoreKeys, name: string) => {
    const { promise, resolve } = deferred();
    ends.set(name, resolve);
    return run(keys, () => {
      begun.push(name);
      return promise;
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, end };
}

test('a key runs no more than its share, though permits are free', async () => {
  const { begun, start, end } = startWorkIn(makeFairSemaphore(CONFIG));
  const all = [start('a', 'a1'), start('a', 'a2'), start('b', 'b1')];
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  await end('a2');
  await Promise.all(all);
});

test('the share of a key can change while its work waits', async () => {
  let share = 2;
  const { begun, start, end } = startWorkIn(makeFairSemaphore({ ...CONFIG, permitsPerKey: () => share }));
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start('a', name));
  expect(begun).toEqual(['a1', 'a2']);
  share = 1;
  await end('a1');
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  await end('a3');
  await end('a4');
  await Promise.all(all);
});

test('keys that wait take turns, however long the queue of one of them is', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 1 });
  const { begun, start, end } = startWorkIn(run);
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'];
  const all = names.map((name) => start(name.slice(0, 1), name));
  for (let ended = 0; ended < names.length; ended++) await end(begun[ended] ?? '');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  await Promise.all(all);
});

test('all permits are in use while anybody who may run waits', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 3, permitsPerKey: 2 });
  let running = 0;
  const seen: number[] = [];
  const work = async () => {
    running += 1;
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(running);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 30 }, (_, index) => run(`key-${index % 3}`, work)));
  expect(Math.max(...seen)).toBe(3);
  expect(seen.slice(0, 25).every((count) => count >= 2)).toBe(true);
});

test('work that throws gives its permit back', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 1 });
  await expect(run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run('b', () => Promise.resolve('next'))).toBe('next');
});

test('who waits too long for its own work is over its share; who waits for others is told that the store is busy', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 1, maxWaitMs: 20 });
  const { begun, start, end } = startWorkIn(run);
  const first = start('a', 'a1');
  const own = expect(start('a', 'a2')).rejects.toBeInstanceOf(OverShareError);
  const others = start('b', 'b1');
  await expect(others).rejects.toBeInstanceOf(InfrastructureError);
  await expect(others).rejects.toMatchObject({ retriable: true });
  await own;
  await end('a1');
  await first;
  expect(await run('b', () => Promise.resolve('next'))).toBe('next');
  expect(begun).toEqual(['a1']);
});

test('a full queue of a key refuses that key alone', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 1, queueLengthPerKey: 2 });
  const { begun, start, end } = startWorkIn(run);
  const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3')];
  await expect(start('a', 'a4')).rejects.toBeInstanceOf(OverShareError);
  all.push(start('b', 'b1'));
  for (let ended = 0; ended < 4; ended++) await end(begun[ended] ?? '');
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('where the queue of all is full, the longest queue loses its newest', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 1, queueLength: 3 });
  const { begun, start, end } = startWorkIn(run);
  const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3')];
  const dropped = expect(start('a', 'a4')).rejects.toBeInstanceOf(OverShareError);
  all.push(start('b', 'b1'));
  await dropped;
  for (let ended = 0; ended < 4; ended++) await end(begun[ended] ?? '');
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

/** The keys of a workspace (`a`, `b` …) of one person, or of another. */
const of = (workspace: string, person = 'person'): SemaphoreKeys => [workspace, person];

test('a person runs no more than a share, in however many workspaces', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 3 });
  const { begun, start, end } = startWorkIn(run);
  const all = [
    start(of('a'), 'a1'),
    start(of('b'), 'b1'),
    start(of('c'), 'c1'),
    start(of('x', 'other'), 'x1'),
  ];
  expect(begun).toEqual(['a1', 'x1']);
  await end('x1');
  expect(begun).toEqual(['a1', 'x1']);
  for (const name of ['a1', 'b1', 'c1']) await end(name);
  expect(begun).toEqual(['a1', 'x1', 'b1', 'c1']);
  await Promise.all(all);
});

test('a person may run more at once than a workspace of theirs', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 3, permitsPerPerson: 2 });
  const { begun, start, end } = startWorkIn(run);
  const all = [start(of('a'), 'a1'), start(of('a'), 'a2'), start(of('b'), 'b1'), start(of('c'), 'c1')];
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['b1', 'a1', 'c1', 'a2']) await end(name);
  expect([...begun].sort()).toEqual(['a1', 'a2', 'b1', 'c1']);
  await Promise.all(all);
});

test('a workspace runs no more than its share, whichever of its members ask', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 3 });
  const { begun, start, end } = startWorkIn(run);
  const all = [start(of('a', 'one'), 'a1'), start(of('a', 'two'), 'a2'), start(of('b', 'two'), 'b1')];
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  await Promise.all(all);
});

test('a person has one turn of those that wait, in however many workspaces', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 1 });
  const { begun, start, end } = startWorkIn(run);
  const all = ['a', 'b', 'c', 'd'].map((workspace) => start(of(workspace), `${workspace}1`));
  for (const workspace of ['x', 'y']) all.push(start(of(workspace, workspace), `${workspace}1`));
  for (let ended = 0; ended < 6; ended++) await end(begun[ended] ?? '');
  // the first to come, one turn for each key, and then the person alone
  expect(begun).toEqual(['a1', 'b1', 'x1', 'y1', 'c1', 'd1']);
  await Promise.all(all);
});

test('who comes back after each answer does not overtake who waits', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 1 });
  const { begun, start, end } = startWorkIn(run);
  const all = [start('a', 'a1'), start('b', 'b1'), start('b', 'b2'), start('c', 'c1')];
  await end('a1');
  all.push(start('a', 'a2'));
  for (let ended = 1; ended < 5; ended++) await end(begun[ended] ?? '');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'b2', 'a2']);
  await Promise.all(all);
});

test('a full queue of a person refuses that person alone', async () => {
  const run = makeFairSemaphore({ ...CONFIG, permits: 1, queueLengthPerKey: 2 });
  const { begun, start, end } = startWorkIn(run);
  const all = ['a', 'b', 'c'].map((workspace) => start(of(workspace), `${workspace}1`));
  await expect(start(of('d'), 'd1')).rejects.toBeInstanceOf(OverShareError);
  all.push(start(of('d', 'other'), 'd2'));
  for (let ended = 0; ended < 4; ended++) await end(begun[ended] ?? '');
  await Promise.all(all);
});

test('after long work both keys rest, and others go on meanwhile', async () => {
  const rested: string[] = [];
  const restMs = (key: string) => (key === 'a' ? 60_000 : 0);
  const { begun, start, end } = startWorkIn(makeFairSemaphore({ ...CONFIG, maxWaitMs: 50, restMs }));
  const first = start(of('a'), 'a1');
  await end('a1');
  await first;
  const late = [of('a'), of('b')].map((keys, index) =>
    start(keys, `late${index}`).catch((error: Error) => void rested.push(error.name)),
  );
  const all = [start(of('c', 'other'), 'c1'), start(of('d', 'another'), 'd1')];
  await Promise.all(late);
  expect(begun).toEqual(['a1', 'c1', 'd1']);
  expect(rested).toEqual(['OverShareError', 'OverShareError']);
  for (const name of ['c1', 'd1']) await end(name);
  await Promise.all(all);
});

test('what work excuses is no reason for a rest', async () => {
  const run = makeFairSemaphore({ ...CONFIG, maxWaitMs: 50, restMs: (_, tookMs) => tookMs * 60_000 });
  const work = () => new Promise((resolve) => setTimeout(resolve, 2));
  await run('a', (excuse) => {
    excuse(60_000);
    return work();
  });
  await run('a', work);
  await expect(run('a', work)).rejects.toThrow(OverShareError);
});

test('what waits for the end of a rest begins with it', async () => {
  const { begun, start, end } = startWorkIn(makeFairSemaphore({ ...CONFIG, restMs: () => 20 }));
  const all = [start('a', 'a1'), start('a', 'a2')];
  await end('a1');
  expect(begun).toEqual(['a1']);
  while (begun.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await end('a2');
  await Promise.all(all);
});

test('what waits behind work that met a silent store is refused with it, and other keys are not', async () => {
  const silence = new InfrastructureError('no answer', true);
  const run = makeFairSemaphore({ ...CONFIG, permits: 2, isShared: (error) => error === silence });
  const { begun, start, end } = startWorkIn(run);
  let fail = () => {};
  const failing = run('a', () => new Promise<void>((_, reject) => (fail = () => reject(silence))));
  const all = [start('b', 'b1'), start('b', 'b2')];
  const behind = [
    expect(start('a', 'a2')).rejects.toBe(silence),
    expect(start('a', 'a3')).rejects.toBe(silence),
  ];
  fail();
  await expect(failing).rejects.toBe(silence);
  await Promise.all(behind);
  all.push(start('a', 'a4'));
  for (const name of ['b1', 'b2', 'a4']) await end(name);
  await Promise.all(all);
  expect(begun).toEqual(['b1', 'a4', 'b2']);
});
