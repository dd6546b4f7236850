// Runs one process that answers and ships like a redirector worker, and returns its measurements.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const WORKER = path.join(path.dirname(fileURLToPath(import.meta.url)), 'answer-and-ship.mjs');

/** `mode`: whether shipping runs in a thread, in a process, or not at all. */
export async function runShipping(options) {
  const { workerArguments } = await import('@kurz/redirector');
  const child = spawn(process.execPath, [...workerArguments([]), WORKER, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  if (child.exitCode !== 0 && child.exitCode !== null)
    throw new Error(`shipping ended with ${child.exitCode}`);
  return JSON.parse(text);
}
