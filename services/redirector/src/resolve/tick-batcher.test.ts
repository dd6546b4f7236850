import { makeTickBatcher } from './tick-batcher';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Queries stay in flight until the test lets them end. */
function makeHeld() {
  const queries: number[][] = [];
  const land: (() => void)[] = [];
  const read = makeTickBatcher(async (keys: readonly number[]) => {
    queries.push([...keys]);
    await new Promise<void>((resolve) => land.push(resolve));
    return keys.map((key) => `the ${key}`);
  });
  return { read, queries, land: (query: number) => land[query]?.() };
}

test('Reads of one turn are one query, and each gets its own answer', async () => {
  const { read, queries, land } = makeHeld();
  const reads = [read(1), read(2), read(1)];
  await nextTurn();
  land(0);
  expect(await Promise.all(reads)).toEqual(['the 1', 'the 2', 'the 1']);
  expect(queries).toEqual([[1, 2, 1]]);
});

test('Those that come while a query is under way are the next one, sent as soon as it lands', async () => {
  const { read, queries, land } = makeHeld();
  void read(0);
  await nextTurn();
  void read(1);
  await nextTurn();
  const last = read(2);
  await nextTurn();
  expect(queries).toEqual([[0]]);
  land(0);
  await nextTurn();
  await nextTurn();
  expect(queries).toEqual([[0], [1, 2]]);
  land(1);
  expect(await last).toBe('the 2');
});

test('Thirty-two do not wait for a query that is under way', async () => {
  const { read, queries } = makeHeld();
  void read(0);
  await nextTurn();
  for (let key = 1; key < 32; key++) void read(key);
  await nextTurn();
  expect(queries).toHaveLength(1);
  void read(32);
  await nextTurn();
  expect(queries.map((keys) => keys.length)).toEqual([1, 32]);
  void read(33);
  await nextTurn();
  expect(queries).toHaveLength(2);
});

test('A query that fails fails its reads, and no others', async () => {
  let isAway = true;
  const read = makeTickBatcher((keys: readonly number[]) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(keys),
  );
  const failing = [read(1), read(2)];
  expect(await Promise.allSettled(failing)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  isAway = false;
  expect(await read(3)).toBe(3);
});

test('Those that waited for a query that fails are asked for all the same', async () => {
  let count = 0;
  const read = makeTickBatcher(async (keys: readonly number[]) => {
    const query = count++;
    await nextTurn();
    if (query === 0) throw new Error('away');
    return keys;
  });
  const failing = read(1);
  await nextTurn();
  const waiting = read(2);
  await expect(failing).rejects.toThrow('away');
  expect(await waiting).toBe(2);
});
