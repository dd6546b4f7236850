// `kurz doctor` names a node of a Redis Cluster for what it is: its refusals of keys look like an outage.

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, redisAnswers, startServerProcess } from '@kurz/backends';
import { examineRedis } from '../../../services/admin/src/doctor/examine-redis';

test('a node of a cluster is found', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-redis-'));
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', dir: folder, save: '', 'cluster-enabled': 'yes' };
  const node = await startServerProcess({
    program: 'redis-server',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    isReady: () => redisAnswers(port),
    startMs: 30_000,
  });
  try {
    const examined = await examineRedis(`redis://127.0.0.1:${port}`);
    expect(examined).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ code: 'redis_is_cluster' })]) as unknown,
    });
  } finally {
    await node.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
