// Runs a program to its end and collects what it prints.

import { spawn } from 'node:child_process';

/** Number of last output lines that the error of a failed command repeats. */
const LAST_LINES = 40;

const lastLinesOf = (text) => text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');

/**
 * Gives standard output. `input`: a text or a stream for standard input. Throws when the program ends with anything but
 * 0 or takes longer than `timeoutMs`.
 */
export function runCommand(program, args, { input, timeoutMs = 120_000, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (chunk) => (printed[name] += chunk));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.stdin.on('error', () => undefined);
    if (input?.pipe) input.pipe(child.stdin);
    else child.stdin.end(input ?? '');
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      if (code === 0) return resolve(printed.stdout);
      const end = isLate ? `took longer than ${timeoutMs / 1_000} s` : `ended with ${code}`;
      const said = lastLinesOf(`${printed.stdout}${printed.stderr}`);
      reject(new Error(`${program} ${args.join(' ')} ${end}:\n${said}`));
    });
  });
}

/** Standard output, or undefined when the program fails or does not exist. */
export const tryCommand = (program, args, options) =>
  runCommand(program, args, options).catch(() => undefined);
