// Clients that are slow, silent or rude, on the redirector's fast path and its fallback, the API and the embedded
// product: they are cut off, their resources are released, and regular visitors are not slowed down. KURZ_LONG_TESTS=1
// drops 100,000 connections.

import { describeAttacked } from './hostile/describe-attacked';
import { expectGivenBack } from './hostile/expect-given-back';
import { expectOthersServed } from './hostile/expect-others-served';
import type { Attacked } from './hostile/start-attacked';
import { ifLong } from './long-tests';

const SLOW = ifLong(500, 200);
const DROPPED = ifLong(100_000, 5_000);
/** How long the drops take on the server on which the fewest connections can be opened per second. */
const DROPPED_FOR_S = ifLong(350, 5);
/** The longest that a slow client may stay. */
const CUT_MS = 15_000;

async function holdSlowly({ target, hostile }: Attacked): Promise<void> {
  const { port, strangerRequest, endlessBody } = target;
  const hold = { kind: 'hold', port, drip: '', isHalfClosed: false } as const;
  const beginning = strangerRequest.slice(0, -2);
  const attack = async () => {
    const held = await hostile.attack(
      { ...hold, count: SLOW, opening: beginning, drip: 'X' },
      { ...hold, count: SLOW, opening: endlessBody, drip: ' ' },
      { ...hold, count: SLOW / 5, opening: '' },
      { ...hold, count: SLOW / 5, opening: beginning },
      { ...hold, count: SLOW / 5, opening: beginning, isHalfClosed: true },
      { ...hold, count: SLOW / 5, opening: `${strangerRequest}GET /`, drip: 'x' },
    );
    const longest = held.map((each) => Math.max(...each));
    console.log(`longest, ms: ${longest.join(', ')}`);
    expect(Math.max(...longest)).toBeLessThanOrEqual(CUT_MS);
  };
  await expectGivenBack(target, () => expectOthersServed(target, attack));
}

describeAttacked(holdSlowly, (cases) => {
  // all servers are attacked at once: most of the time is waiting
  it('cuts off within 15 s who sends slowly, nothing or half, while others are answered as ever', async () => {
    await cases.attackAll();
  });

  it('gives everything back when connections are opened and dropped, while others are answered', async () => {
    const { port, strangerRequest: request, droppedASecond: perSecond } = cases.target;
    const count = Math.min(DROPPED, DROPPED_FOR_S * perSecond);
    const attack = async () => {
      const refused = await cases.hostile.attack({ kind: 'drop', port, count, perSecond, request });
      expect(refused).toEqual([[0]]);
    };
    await expectGivenBack(cases.target, () => expectOthersServed(cases.target, attack));
  }, 1_800_000);
});
