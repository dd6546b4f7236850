// How long a stop and the next start take.

import { setTimeout as sleep } from 'node:timers/promises';
import { startLinkedProduct, type LinkedProduct } from './linked-product';

let linked: LinkedProduct;
beforeAll(async () => {
  linked = await startLinkedProduct({ isNew: false });
});
afterAll(() => linked.kurz.close());

/** Opens the link, one request after the other, until `isOver`. Counts the answers. */
async function openUntil(isOver: () => boolean): Promise<{ answered: number; wrong: number }> {
  const seen = { answered: 0, wrong: 0 };
  while (!isOver()) {
    try {
      const { status } = await linked.open();
      if (status === 302) seen.answered += 1;
      else if (status !== 503) seen.wrong += 1;
    } catch {
      // the port is closed
      await sleep(5);
    }
  }
  return seen;
}

describe('SIGTERM', () => {
  it('lets requests finish, ends within 5 s with exit code 0, and loses no answered visit', async () => {
    let isOver = false;
    const visitors = Promise.all([1, 2, 3, 4].map(() => openUntil(() => isOver)));
    await sleep(300);
    const { code, ms, stderr } = await linked.kurz.stop();
    isOver = true;
    const seen = await visitors;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(ms).toBeLessThan(5_000);
    expect(seen.reduce((sum, { wrong }) => sum + wrong, 0)).toBe(0);

    linked.kurz = await linked.kurz.restart();
    const answered = seen.reduce((sum, visitor) => sum + visitor.answered, 0);
    expect(answered).toBeGreaterThan(0);
    for (const end = Date.now() + 5_000; (await linked.hits()) !== String(answered) && Date.now() < end;) {
      await sleep(50);
    }
    expect(await linked.hits()).toBe(String(answered));
  });
});

describe('a second start', () => {
  it('says where the data is, gives no token, and takes less than 5 s', async () => {
    linked.kurz = await linked.kurz.restart();
    expect(linked.kurz.token).toBeUndefined();
    expect(linked.kurz.banner).toContain(linked.kurz.dataDirectory);
    expect(linked.kurz.banner).toContain(linked.kurz.url);
    expect(linked.kurz.startedInMs).toBeLessThan(5_000);
    expect((await linked.open()).status).toBe(302);
  });
});
