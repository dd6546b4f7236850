// How long stopping and starting again take.

import { setTimeout as sleep } from 'node:timers/promises';
import { startStandalone, type RunningStandalone } from './start-standalone';

let kurz: RunningStandalone;
let token: string;

beforeAll(async () => {
  kurz = await startStandalone();
  token = kurz.token ?? '';
  const made = await fetch(`${kurz.url}/v1/urls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/', slug: 'again' }),
  });
  if (made.status !== 201) throw new Error(await made.text());
});

afterAll(() => kurz.close());

const open = () => fetch(`${kurz.url}/again`, { redirect: 'manual' });

async function hits(): Promise<string | undefined> {
  const answer = await fetch(`${kurz.url}/v1/urls/again`, { headers: { authorization: `Bearer ${token}` } });
  const body: unknown = await answer.json();
  return /"hits":(\d+)/.exec(JSON.stringify(body))?.[1];
}

/** Opens the link until `isOver`, as often as answers come; counts what came back. */
async function openUntil(isOver: () => boolean): Promise<{ answered: number; wrong: number }> {
  const seen = { answered: 0, wrong: 0 };
  while (!isOver()) {
    try {
      const { status } = await open();
      if (status === 302) seen.answered += 1;
      else if (status !== 503) seen.wrong += 1;
    } catch {
      // the door is closed
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
    const { code, ms, stderr } = await kurz.stop();
    isOver = true;
    const seen = await visitors;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(ms).toBeLessThan(5_000);
    expect(seen.reduce((sum, { wrong }) => sum + wrong, 0)).toBe(0);

    kurz = await kurz.restart();
    const answered = seen.reduce((sum, visitor) => sum + visitor.answered, 0);
    expect(answered).toBeGreaterThan(0);
    for (const end = Date.now() + 5_000; (await hits()) !== String(answered) && Date.now() < end;) {
      await sleep(50);
    }
    expect(await hits()).toBe(String(answered));
  });
});

describe('a second start', () => {
  it('says where the data is, gives no token, and takes less than 5 s', async () => {
    kurz = await kurz.restart();
    expect(kurz.token).toBeUndefined();
    expect(kurz.banner).toContain(kurz.dataDirectory);
    expect(kurz.banner).toContain(kurz.url);
    expect(kurz.startedInMs).toBeLessThan(5_000);
    expect((await open()).status).toBe(302);
  });
});
