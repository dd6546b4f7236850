// Tells tests that need strace whether it works on this machine, and logs when it does not.

import { spawnSync } from 'node:child_process';

/** `args`: the arguments of strace. `it` skips when strace does not work with them. */
export function tracing(args: readonly string[]): { canTrace: boolean; it: typeof it } {
  const canTrace = spawnSync('strace', [...args, '-o', '/dev/null', 'true']).status === 0;
  if (!canTrace) console.log('skipped: strace is not here or may not trace (only Linux has it)');
  return { canTrace, it: canTrace ? it : it.skip };
}
