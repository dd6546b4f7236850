// Ends child processes with this one, however early it exits. After SIGKILL or a signal without a handler no exit event
// runs; the next start then stops the processes that are left.

import type { ChildProcess } from 'node:child_process';

const children = new Map<ChildProcess, NodeJS.Signals>();
let isListening = false;

/** Sends `signal` to the child when this process exits first. */
export function endWithProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  children.set(child, signal);
  child.once('exit', () => children.delete(child));
  if (isListening) return;
  isListening = true;
  process.once('exit', () => {
    for (const [one, its] of children) one.kill(its);
  });
}
