// Tests that need strace ask here whether it may trace on this machine, and say so where it may not.

import { spawnSync } from 'node:child_process';

/** `args`: the arguments of strace. `it` skips where that does not work. */
export function tracing(args: readonly string[]): { canTrace: boolean; it: typeof it } {
  const canTrace = spawnSync('strace', [...args, '-o', '/dev/null', 'true']).status === 0;
  if (!canTrace) console.log('skipped: strace is not here or may not trace (only Linux has it)');
  return { canTrace, it: canTrace ? it : it.skip };
}
