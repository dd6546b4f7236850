// Every group of the admin command, in the order of its help.

import type { CommandGroup } from './command-group';
import { addTokenCommands } from './token-commands';
import { addUserCommands } from './user-commands';
import { makeVisitsCommands, type VisitsCommandsDeps } from './visits-commands';
import { addWorkspaceCommands } from './workspace-commands';
import { addZoneCommands } from './zone-commands';

export const makeCommandGroups = (deps: VisitsCommandsDeps): readonly CommandGroup[] => [
  addUserCommands,
  addWorkspaceCommands,
  addTokenCommands,
  addZoneCommands,
  makeVisitsCommands(deps),
];
