// The bare server with several workers, each of which accepts its own connections, as the redirector's do.

import cluster from 'node:cluster';
import { once } from 'node:events';
import { answerBench } from './parts/answer-bench.mjs';
import { makeBareServer } from './parts/make-bare-server.mjs';
import { usageOfTree } from './parts/usage-of-tree.mjs';

async function startWorkers(count) {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const workers = Array.from({ length: count }, () => cluster.fork());
  const listening = await Promise.all(workers.map((worker) => once(worker, 'listening')));
  const [[{ port }]] = listening;
  process.on('disconnect', () => process.exit(0));
  answerBench(port, { usage: () => usageOfTree(process.pid), check: () => ({}) });
}

if (cluster.isPrimary) await startWorkers(JSON.parse(process.argv[2]).workers);
else makeBareServer().listen(0, '127.0.0.1');
