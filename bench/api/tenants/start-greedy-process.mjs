// Starts the greedy tenant's process, which waits until `attack` is called, so that its start does not load the machine
// during the attack. `stop` resolves with the number of responses by status.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('greedy-process.mjs', import.meta.url));

export function startGreedyProcess({ port }, { greedy }) {
  const child = fork(MAIN, [JSON.stringify([{ port }, { greedy }])]);
  return {
    attack: () => child.send('attack'),
    stop: async () => {
      child.send('stop');
      const [statuses] = await once(child, 'message');
      return statuses;
    },
  };
}
