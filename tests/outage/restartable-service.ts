// A production service that a test may kill and restart on the same ports. Keeps the log of all its lives, and which
// lives ended unexpectedly.

import { signalProcess } from '../backends/src';
import { startService, type ServiceProcess } from '../flow/service-process';
import { pidsOfWorkers } from '../flow/workers-of';
import { until } from '../until';

const READY_MS = 90_000;

export type RestartableService = {
  name: string;
  /** URL of its operations port. */
  operationsUrl: string;
  now: () => ServiceProcess;
  isReady: () => Promise<boolean>;
  /** Resolves when it is ready. Rejects with its log when it has ended instead. */
  ready: () => Promise<void>;
  /** Sends SIGKILL, also to its workers. */
  kill: () => Promise<void>;
  /** Starts it again; does not wait until it is ready. */
  start: () => void;
  signal: (name: NodeJS.Signals) => void;
  /** The logs of all lives. */
  log: () => string;
  /** Describes each life that ended unexpectedly. */
  surprises: () => string[];
  close: () => Promise<void>;
};

export function makeRestartableService(
  name: string,
  service: 'redirector' | 'ingester' | 'api',
  settings: Record<string, string>,
): RestartableService {
  const surprises: string[] = [];
  const earlier: string[] = [];
  const awaited = new Set<ServiceProcess>();

  const begin = () => {
    const begun = startService(service, settings);
    void begun.ended.then(({ code, signal, log }) => {
      if (!awaited.has(begun)) surprises.push(`${name} ended with ${code ?? signal}: ${log.slice(-500)}`);
    });
    return begun;
  };
  let life = begin();

  return {
    name,
    operationsUrl: `http://127.0.0.1:${settings['KURZ_OPS_PORT']}`,
    now: () => life,
    isReady: () => life.isReady(),
    ready: async () => {
      await until(
        async () => {
          if (life.hasEnded()) throw new Error(`${name} ended: ${life.log()}`);
          return life.isReady();
        },
        { what: `${name} is ready`, ms: READY_MS },
      );
    },
    kill: async () => {
      const { pid = 0 } = life.process;
      awaited.add(life);
      const workers = await pidsOfWorkers(pid);
      for (const each of [pid, ...workers]) signalProcess(each, 'SIGKILL');
      await life.ended;
    },
    start: () => {
      earlier.push(life.log());
      life = begin();
    },
    signal: (signal) => void life.process.kill(signal),
    log: () => [...earlier, life.log()].join(''),
    surprises: () => surprises,
    close: async () => {
      awaited.add(life);
      await life.close();
    },
  };
}
