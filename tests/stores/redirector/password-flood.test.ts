// A flood of passwords, each from another address: no try counts against another address, few are checked at a time,
// and the answer to an unchecked try says so. Visitors of other links get their answers meanwhile.

import { ask } from './ask';
import { addGuardedLink, give, openGuarded, PASSWORD } from './guarded-links';

const TRIES = 300;

test('Visitors are led on while passwords are tried, and the right one is taken afterwards', async () => {
  const open = await openGuarded({ hasFastPath: true });
  try {
    await addGuardedLink(open, 'door');
    await addGuardedLink(open, 'plain');
    await open.update('plain', { password_hash: null });
    const from = (n: number) => ({ 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}` });
    let isOver = false;
    const flood = Promise.all(
      Array.from({ length: TRIES }, (_, n) => give(open.port, 'door', `wrong horse ${n}`, from(n))),
    ).finally(() => (isOver = true));
    const led: number[] = [];
    while (!isOver) led.push((await ask(open.port, '/plain')).status);
    const statuses = (await flood).map(({ status }) => status);
    const of = (status: number) => statuses.filter((each) => each === status).length;
    expect(of(403) + of(503)).toBe(TRIES);
    expect(of(403)).toBeGreaterThan(0);
    expect(led.length).toBeGreaterThan(0);
    expect(new Set(led)).toEqual(new Set([302]));
    expect((await give(open.port, 'door', PASSWORD, from(TRIES))).status).toBe(303);
  } finally {
    await open.close();
  }
});
