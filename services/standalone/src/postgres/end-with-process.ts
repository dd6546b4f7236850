// Ends child processes with this one, however early it ends. A signal without a handler and SIGKILL end it without a word:
// the next start stops what they leave.

import type { ChildProcess } from 'node:child_process';

const children = new Map<ChildProcess, NodeJS.Signals>();
let isListening = false;

/** Sends `signal` to the child when this process exits before it. */
export function endWithProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  children.set(child, signal);
  child.once('exit', () => children.delete(child));
  if (isListening) return;
  isListening = true;
  process.once('exit', () => {
    for (const [one, its] of children) one.kill(its);
  });
}
