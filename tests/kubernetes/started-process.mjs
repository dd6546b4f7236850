// A program that runs until it is told to end, with what it prints in a file.

import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

const STOP_MS = 20_000;

/** `log`: the file for its output. */
export function startProcess(program, args, { log, env = process.env }) {
  const out = openSync(log, 'w');
  const child = spawn(program, args, { env, stdio: ['ignore', out, out] });
  closeSync(out);
  let failure;
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve((failure = error.message)));
    child.once('exit', (code, signal) => resolve((failure = `ended with ${code ?? signal}`)));
  });
  return {
    /** Why it no longer runs; undefined while it runs. */
    failure: () => failure && `${program} ${failure}:\n${readFileSync(log, 'utf8').trimEnd().slice(-2_000)}`,
    stop: async () => {
      if (failure !== undefined) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
