// The operator's list of blocked destinations, brought to the links at once.

import { blockDestination, destinationNamed, runSweeps, unblockDestination, type Flag } from '@kurz/api';
import type { TestApi } from './start-api';

export function nameOfBlocked(text: string) {
  const named = destinationNamed(text);
  if (named.kind !== 'named') throw new Error(named.kind);
  return named.name;
}

/** `apiOf`: gives the API once it is started. */
export function makeBlocking(apiOf: () => TestApi) {
  const sweep = async () => {
    const { db, api } = apiOf();
    await runSweeps(db, () => api.relayOutbox());
    await api.relayOutbox();
  };
  return {
    sweep,
    block: async (text: string, mark: Flag) => {
      await blockDestination(apiOf().db, nameOfBlocked(text), mark);
      await sweep();
    },
    unblock: async (text: string, mark?: Flag) => {
      await unblockDestination(apiOf().db, nameOfBlocked(text), mark);
      await sweep();
    },
  };
}
