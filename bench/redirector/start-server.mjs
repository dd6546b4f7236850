// Starts a measured server, pinned to one core when the machine allows it and the case does not use several cores.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { pinnedTo } from './pinned-to.mjs';

/** The redirector gets the flags with which its primary starts a worker. */
async function flagsOf(name, nodeFlags) {
  if (name !== 'kurz') return nodeFlags;
  const { workerArguments } = await import('@kurz/redirector');
  return workerArguments(nodeFlags);
}

/** `name`: a file of servers/. `ask` resolves with the server's answer to a question. */
export async function startServer(name, options, { nodeFlags = [], isOnAllCores = false, core = 0 } = {}) {
  const script = fileURLToPath(new URL(`servers/${name}.mjs`, import.meta.url));
  const [command, ...args] = [
    ...(isOnAllCores ? [] : pinnedTo(core)),
    process.execPath,
    ...(await flagsOf(name, nodeFlags)),
    script,
    JSON.stringify(options),
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const answer = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
    ]);
    return message;
  };
  const { port } = await answer();
  return {
    port,
    ask: (question, about) => {
      child.send({ question, ...about });
      return answer();
    },
    close: async () => {
      if (child.connected) child.send({ question: 'close' });
      await ended;
    },
  };
}
