import { makeSingleFlight } from './single-flight';

/** Look-ups that end on demand, and how many have begun. */
function startedLookUps() {
  const ends: { resolve: (found: string) => void; reject: (error: Error) => void }[] = [];
  const lookUp = () => new Promise<string>((resolve, reject) => ends.push({ resolve, reject }));
  const end = async (index: number, found: string | Error) => {
    if (found instanceof Error) ends[index]?.reject(found);
    else ends[index]?.resolve(found);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { lookUp, end, begun: () => ends.length };
}

test('what is asked for during a look-up shares the next one, which begins after that', async () => {
  const { lookUp, end, begun } = startedLookUps();
  const singleFlight = makeSingleFlight<string>();
  const first = singleFlight('a', lookUp);
  const others = [singleFlight('a', lookUp), singleFlight('a', lookUp), singleFlight('a', lookUp)];
  expect(begun()).toBe(1);
  await end(0, 'old');
  expect(begun()).toBe(2);
  const late = singleFlight('a', lookUp);
  await end(1, 'new');
  expect(begun()).toBe(3);
  await end(2, 'newest');
  expect(await Promise.all([first, ...others, late])).toEqual(['old', 'new', 'new', 'new', 'newest']);
});

test('look-ups of different things run side by side', () => {
  const { lookUp, begun } = startedLookUps();
  const singleFlight = makeSingleFlight<string>();
  void singleFlight('a', lookUp);
  void singleFlight('b', lookUp);
  expect(begun()).toBe(2);
});

test('a look-up that fails fails for those that share it, and for no other', async () => {
  const { lookUp, end, begun } = startedLookUps();
  const singleFlight = makeSingleFlight<string>();
  const settled = Promise.allSettled([singleFlight('a', lookUp), singleFlight('a', lookUp)]);
  await end(0, new Error('away'));
  await end(1, 'found');
  expect(await settled).toEqual([
    { status: 'rejected', reason: new Error('away') },
    { status: 'fulfilled', value: 'found' },
  ]);
  void singleFlight('a', lookUp);
  expect(begun()).toBe(3);
});
