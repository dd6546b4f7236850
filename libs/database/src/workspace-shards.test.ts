import { rendezvousShard } from './workspace-shards';

const ids = Array.from({ length: 3_000 }, (_, n) => `ws_${n}`);

test('Workspaces are spread evenly, and each has the same shard every time', () => {
  for (const shard of [0, 1, 2]) {
    const own = ids.filter((id) => rendezvousShard(id, 3) === shard);
    expect(Math.abs(own.length - 1_000)).toBeLessThan(100);
  }
  expect(ids.map((id) => rendezvousShard(id, 1)).every((shard) => shard === 0)).toBe(true);
});

test('A further shard takes its share, and no workspace moves between the others', () => {
  const moved = ids.filter((id) => rendezvousShard(id, 3) !== rendezvousShard(id, 4));
  expect(moved.every((id) => rendezvousShard(id, 4) === 3)).toBe(true);
  expect(Math.abs(moved.length - ids.length / 4)).toBeLessThan(100);
});
