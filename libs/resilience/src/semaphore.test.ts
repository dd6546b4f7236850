import { makeSemaphore } from './semaphore';

describe('permits', () => {
  it('go to one holder at a time, in the order of asking', async () => {
    const semaphore = makeSemaphore();
    const order: string[] = [];
    const first = await semaphore.take();
    const second = semaphore.take().then((release) => {
      order.push('second');
      release();
    });
    const third = semaphore.take().then((release) => {
      order.push('third');
      release();
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([]);
    first();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
  });

  it('go to as many holders as there may be', async () => {
    const semaphore = makeSemaphore(2);
    const [first] = [await semaphore.take(), await semaphore.take()];
    let isIn = false;
    const third = semaphore.take().then(() => (isIn = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
    first();
    expect(await third).toBe(true);
  });

  it('go to a holder with little to do first, which overtakes others a few times at most', async () => {
    const semaphore = makeSemaphore();
    const order: string[] = [];
    const release = await semaphore.take();
    const waiting = ['long', 'quick 1', 'longer', 'quick 2', 'quick 3', 'quick 4'].map((name) =>
      semaphore
        .take(undefined, () => name.startsWith('quick'))
        .then((end) => {
          order.push(name);
          end();
        }),
    );
    release();
    await Promise.all(waiting);
    expect(order).toEqual(['quick 1', 'quick 2', 'quick 3', 'long', 'quick 4', 'longer']);
  });

  it('go past a waiter that gave up', async () => {
    const semaphore = makeSemaphore();
    const first = await semaphore.take();
    const stopping = new AbortController();
    const given = semaphore.take(stopping.signal);
    const third = semaphore.take();
    stopping.abort();
    await expect(given).rejects.toThrow('stopped before a permit was free');
    first();
    (await third)();
    await expect(semaphore.take(stopping.signal)).rejects.toThrow();
    (await semaphore.take())();
  });
});
