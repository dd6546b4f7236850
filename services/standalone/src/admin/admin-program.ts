// The command line of `kurz`, put together from its groups.

import { Command } from 'commander';
import type { CommandGroup } from './command-group';
import type { AdminRunner } from './run-admin-command';

const ABOUT = `Manages the Kurz installation in KURZ_DATA_DIR, beside the running product or while it is stopped.
With KURZ_POSTGRES_URL it manages the one on those servers; then KURZ_REDIS_URL lets changed links count at once, and
KURZ_TOKEN_PEPPER is needed to make tokens.
IDs are printed by the commands that create and list things.`;

/** The program; parse it with the process's arguments. `onMisuse` is told what is wrong with them, before the end. */
export function adminProgram(
  groups: readonly CommandGroup[],
  run: AdminRunner,
  onMisuse: (message: string) => void,
): Command {
  const program = new Command('kurz')
    .description(ABOUT)
    .showHelpAfterError('(--help says more)')
    .configureOutput({
      outputError: (text, write) => {
        write(text);
        onMisuse(text.replace(/^error: /, '').trim());
      },
    });
  for (const addGroup of groups) addGroup(program, run);
  return program;
}
