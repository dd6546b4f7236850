import { makeTurnReads } from './turn-reads';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('Reads of one turn are one query, and each gets its own answer; those of the next turn are another', async () => {
  const queries: number[][] = [];
  const read = makeTurnReads(async (keys: readonly number[]) => {
    queries.push([...keys]);
    await nextTurn();
    return keys.map((key) => `the ${key}`);
  });
  const first = [read(1), read(2), read(1)];
  await nextTurn();
  const later = read(3);
  expect(await Promise.all([...first, later])).toEqual(['the 1', 'the 2', 'the 1', 'the 3']);
  expect(queries).toEqual([[1, 2, 1], [3]]);
});

test('A query that fails fails its reads, and no others', async () => {
  let isAway = true;
  const read = makeTurnReads((keys: readonly number[]) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(keys),
  );
  const failing = [read(1), read(2)];
  expect(await Promise.allSettled(failing)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  isAway = false;
  expect(await read(3)).toBe(3);
});
