import type { ShippedWatermark } from '../source/kafka/shipped-watermark';
import { makeWatermark } from './watermark';

const SHIPPED: ShippedWatermark = { until: 1_000, journals: new Map() };

function watermarkOf(shippedWatermark: () => Promise<ShippedWatermark>, everyMs: number) {
  const reached: number[] = [];
  const session = { partition: 0 };
  const moveWatermark = makeWatermark(
    {
      consolidate: { all: () => [{ session, loop: { position: () => 5 } } as never] },
      shippedWatermark,
      ends: () => Promise.resolve(new Map([[0, 5]])),
      progress: { reached: (_, __, until) => void reached.push(until) },
      onAccounted: () => undefined,
    },
    { everyMs },
  );
  return { moveWatermark, reached };
}

test('Where Kafka does not say how far journals are shipped, no round ends well, also one that does not ask', async () => {
  let asked = 0;
  const { moveWatermark, reached } = watermarkOf(() => {
    asked++;
    return Promise.reject(new Error('no coordinator'));
  }, 3_600_000);
  for (let round = 0; round < 3; round++) await expect(moveWatermark()).rejects.toThrow('no coordinator');
  expect(asked).toBe(1);
  expect(reached).toEqual([]);
});

test('Rounds end well again as soon as Kafka has said so', async () => {
  let isAway = true;
  const { moveWatermark, reached } = watermarkOf(
    () => (isAway ? Promise.reject(new Error('no coordinator')) : Promise.resolve(SHIPPED)),
    0,
  );
  await expect(moveWatermark()).rejects.toThrow('no coordinator');
  isAway = false;
  await moveWatermark();
  expect(reached).toEqual([SHIPPED.until]);
});
