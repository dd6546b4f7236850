// The shape of a command group: `kurz <group> <command>`. A new group is a file of its own and a line in
// command-groups.ts.

import type { Command } from 'commander';
import type { AdminRunner } from './run-admin-command';

/** Adds its commands to `program`; each does its work through `run`. */
export type CommandGroup = (program: Command, run: AdminRunner) => void;

/** Adds a command to a group, with the options that every command has. */
export function addCommand(group: Command, usage: string, description: string): Command {
  return group
    .command(usage)
    .description(description)
    .option('--json', 'print one JSON object and nothing else')
    .allowExcessArguments(false);
}
