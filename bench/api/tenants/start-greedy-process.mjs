// Starts the greedy tenant's process, which waits until `attack` is called: a tenant's program is not started on the API's
// machine. `stop` resolves with how often each status came.

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
