// A store's container with the same handle as a store's own process. To freeze it is to pause the container.

import { setTimeout as sleep } from 'node:timers/promises';
import { type GenericContainer } from 'testcontainers';
import { loadTestcontainers } from './load-testcontainers';

const POLL_MS = 50;
const START_MS = 120_000;

export type TestContainer = {
  /** Process id of the server as the host of the daemon sees it. */
  pid: number;
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts the container. Its ports must be bound to fixed host ports, so that they stay the same after a restart. */
export async function startContainer(
  container: GenericContainer,
  isReady: () => Promise<boolean>,
): Promise<TestContainer> {
  const started = await container.start();
  const runtime = await loadTestcontainers().getContainerRuntimeClient();
  const handle = runtime.container.getById(started.getId());
  const state = async () => (await handle.inspect()).State;

  const untilReady = async () => {
    for (const end = Date.now() + START_MS; Date.now() < end; await sleep(POLL_MS)) {
      if (await isReady()) return (await state()).Pid;
    }
    throw new Error(`the container was not ready after ${START_MS / 1000} s`);
  };
  const thaw = async () => {
    if ((await state()).Paused) await handle.unpause();
  };
  const kill = async () => {
    await thaw();
    if ((await state()).Running) await handle.kill({ signal: 'SIGKILL' });
  };
  let pid = await untilReady();
  return {
    get pid() {
      return pid;
    },
    freeze: () => handle.pause(),
    thaw,
    kill,
    restart: async () => {
      await kill();
      await handle.start();
      pid = await untilReady();
    },
    close: async () => {
      await thaw();
      await started.stop({ timeout: 0 });
    },
  };
}
