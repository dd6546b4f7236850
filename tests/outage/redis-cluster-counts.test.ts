// The whole product on a Redis Cluster, each service with its own user: visits are counted exactly in every store while
// slots move and a primary is lost.

import { startRedisCluster, type TestKafka, type TestRedisCluster } from '@kurz/backends';
import { until } from '../until';
import { EXACT, makeProductionLoad, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { startProductionOnRedis, type Production } from './start-production';

const CONNECTIONS = 8;

let production: Production<TestKafka, TestRedisCluster>;
let load: ProductionLoad;
beforeAll(async () => {
  production = await startProductionOnRedis(startRedisCluster);
  load = await makeProductionLoad(production, seededRandom(), { connections: CONNECTIONS, mayDie: false });
});
afterAll(() => production?.close());

async function exactAfter(name: string, trouble: () => Promise<void>): Promise<void> {
  const { slowestMs, during } = await load.through(trouble);
  const { seconds, ...found } = await load.settled();
  console.log(
    `${name}: ${during} redirects meanwhile, slowest ${Math.round(slowestMs)} ms; exact ${seconds} s later`,
  );
  expect(found).toEqual(EXACT);
}

const primaries = async () => {
  const [first, second] = await production.redis.primaries();
  if (!first || !second) throw new Error('there are no primaries');
  return [first, second] as const;
};

test('Slots move to another primary and back: every sum is exact', () =>
  exactAfter('resharded', async () => {
    const [from, to] = await primaries();
    await production.redis.reshard(from, to, 3_000);
    await production.redis.reshard(to, from, 3_000);
  }));

test('A primary is killed, and its replica takes over: every sum is exact', () =>
  exactAfter('killed', async () => {
    const [primary] = await primaries();
    await primary.kill();
    await until(async () => !(await production.redis.primaries()).includes(primary), {
      what: 'a replica is promoted',
    });
  }));
