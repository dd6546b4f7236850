import { makeTurns } from './turns';

describe('turns', () => {
  it('go to one holder at a time, in the order of asking', async () => {
    const turns = makeTurns();
    const order: string[] = [];
    const first = await turns.take();
    const second = turns.take().then((giveBack) => {
      order.push('second');
      giveBack();
    });
    const third = turns.take().then((giveBack) => {
      order.push('third');
      giveBack();
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual([]);
    first();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
  });

  it('go to as many holders as there may be', async () => {
    const turns = makeTurns(2);
    const [first] = [await turns.take(), await turns.take()];
    let isIn = false;
    const third = turns.take().then(() => (isIn = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
    first();
    expect(await third).toBe(true);
  });

  it('go to who has little to do first, but past nobody more than a few times', async () => {
    const turns = makeTurns();
    const order: string[] = [];
    const giveBack = await turns.take();
    const waiting = ['long', 'quick 1', 'longer', 'quick 2', 'quick 3', 'quick 4'].map((name) =>
      turns
        .take(undefined, () => name.startsWith('quick'))
        .then((end) => {
          order.push(name);
          end();
        }),
    );
    giveBack();
    await Promise.all(waiting);
    expect(order).toEqual(['quick 1', 'quick 2', 'quick 3', 'long', 'quick 4', 'longer']);
  });

  it('pass by who gave up waiting', async () => {
    const turns = makeTurns();
    const first = await turns.take();
    const stopping = new AbortController();
    const given = turns.take(stopping.signal);
    const third = turns.take();
    stopping.abort();
    await expect(given).rejects.toThrow('stopped before its turn');
    first();
    (await third)();
    await expect(turns.take(stopping.signal)).rejects.toThrow();
    (await turns.take())();
  });
});
