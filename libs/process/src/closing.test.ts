import { openedOrClosed } from './closing';
test('What was opened is closed where the rest cannot be, also what was still opening', async () => {
  const closed: string[] = [];
  const part = (name: string) => ({ close: () => Promise.resolve(void closed.push(name)) });
  let openLate: (value: ReturnType<typeof part>) => void = () => undefined;
  let late: Promise<unknown> = Promise.resolve();
  const opening = openedOrClosed(async (closing) => {
    await closing.keep('first', Promise.resolve(part('first')));
    late = closing.keep('late', new Promise<ReturnType<typeof part>>((resolve) => (openLate = resolve)));
    throw new Error('the rest is away');
  });
  await expect(opening).rejects.toThrow('the rest is away');
  expect(closed).toEqual(['first']);
  openLate(part('late'));
  await late;
  expect(closed).toEqual(['first', 'late']);
});

test('What could be opened is left to its caller', async () => {
  const closed: string[] = [];
  const close = await openedOrClosed((closing) => {
    closing.add('part', () => void closed.push('part'));
    return Promise.resolve(closing.close);
  });
  expect(closed).toEqual([]);
  await close();
  expect(closed).toEqual(['part']);
});
