// The current and the peak memory of a process, by its id. Known on Linux only.

import { existsSync, readFileSync } from 'node:fs';

/** MB (resident). */
export function memoryOf(pid) {
  const file = `/proc/${pid}/status`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const megabytesOf = (name) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]) * 1_024) / 1e6;
  return { now: megabytesOf('VmRSS'), peak: megabytesOf('VmHWM') };
}
