// The command line of `kurz`, put together from its groups.

import { Command } from 'commander';
import type { CommandGroup } from './command-group';
import type { AdminRunner } from './run-admin-command';

const ABOUT = `Manages the Kurz installation in KURZ_DATA_DIR, beside the running product or while it is stopped.
With KURZ_POSTGRES_URL it manages the installation on those servers. Then KURZ_REDIS_URL makes link changes take effect
at once, and KURZ_TOKEN_PEPPER is needed to create tokens.
IDs are printed by the commands that create and list things.`;

type Output = { write: (text: string) => unknown };

export type ProgramDeps = {
  output: Output;
  errors: Output;
  /** Called with what is wrong with the arguments, before the end. */
  onMisuse: (message: string) => void;
  /** Called with the words of the command, without arguments, before it runs. */
  onCommand: (command: string) => void;
};

function wordsOf(command: Command): string[] {
  return command.parent ? [...wordsOf(command.parent), command.name()] : [];
}

/** The program; parse it with the process's arguments. It throws a CommanderError where it would end the process. */
export function adminProgram(
  groups: readonly CommandGroup[],
  run: AdminRunner,
  { output, errors, onMisuse, onCommand }: ProgramDeps,
): Command {
  const program = new Command('kurz')
    .description(ABOUT)
    .showHelpAfterError('(--help says more)')
    .hook('preAction', (_, command) => onCommand(wordsOf(command).join(' ')))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void output.write(text),
      writeErr: (text) => void errors.write(text),
      outputError: (text, write) => {
        write(text);
        onMisuse(text.replace(/^error: /, '').trim());
      },
    });
  for (const addGroup of groups) addGroup(program, run);
  return program;
}
