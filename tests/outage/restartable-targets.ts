// Kills services of production at random, one at a time, and restarts each after a random time. Its primary restarts a
// killed worker.

import { setTimeout as sleep } from 'node:timers/promises';
import { pidsOfWorkers } from '../flow/workers-of';
import { signalProcess } from '../backends/src';
import type { RestartableService } from './restartable-service';
import type { Random } from './seeded-random';
import type { Production } from './start-production';

export type Target = 'worker' | 'redirector' | 'ingester' | 'api';

export type Targets = {
  /** Resolves when the chosen target is dead. */
  killOne: () => Promise<void>;
  /** Resolves when every killed service was started again. */
  settled: () => Promise<void>;
  killed: () => Record<Target, number>;
};

/** Workers and ingesters hold visits that must not be lost, so they get most kills. */
const LOTTERY: Target[] = [
  'worker',
  'worker',
  'worker',
  'redirector',
  'ingester',
  'ingester',
  'ingester',
  'api',
];

export function restartableTargets(production: Production, random: Random): Targets {
  const killed: Record<Target, number> = { worker: 0, redirector: 0, ingester: 0, api: 0 };
  const restarts: Promise<void>[] = [];
  const dead = new Set<RestartableService>();

  const killService = async (service: RestartableService) => {
    if (dead.has(service)) return false;
    dead.add(service);
    await service.kill();
    const awayMs = random.between(0, 1_500);
    restarts.push(
      sleep(awayMs).then(() => {
        service.start();
        dead.delete(service);
      }),
    );
    return true;
  };
  const killWorker = async () => {
    // not while it starts: a redirector that loses a worker before all serve exits, so that its supervisor restarts it
    if (dead.has(production.redirector) || !(await production.redirector.isReady())) return false;
    const workers = await pidsOfWorkers(production.redirector.now().process.pid ?? 0);
    const pid = workers[random.between(0, workers.length - 1)];
    if (pid === undefined) return false;
    signalProcess(pid, 'SIGKILL');
    return true;
  };
  const oneOf = <Some>([first, second]: [Some, Some]) => (random.between(0, 1) === 0 ? first : second);
  const kill: Record<Target, () => Promise<boolean>> = {
    worker: killWorker,
    redirector: () => killService(production.redirector),
    ingester: () => killService(oneOf(production.ingesters)),
    api: () => killService(oneOf(production.apis)),
  };

  return {
    killOne: async () => {
      const target = LOTTERY[random.between(0, LOTTERY.length - 1)] ?? 'worker';
      if (await kill[target]()) killed[target]++;
    },
    settled: async () => {
      await Promise.all(restarts);
    },
    killed: () => killed,
  };
}
