// Every group of the admin command, in the order of its help.

import type { CommandGroup } from './command-group';
import { addLinkCommands } from './link-commands';
import { addMemberCommands } from './member-commands';
import { makePlanCommands } from './plan-commands';
import type { TellAnswer } from './tell-answer';
import { addTokenCommands } from './token-commands';
import { addUserCommands } from './user-commands';
import { makeUtmConventionCommands } from './utm-convention-commands';
import { makeVisitsCommands, type VisitsCommandsDeps } from './visits-commands';
import { addWorkspaceCommands } from './workspace-commands';
import { addZoneCommands } from './zone-commands';

export type CommandGroupsDeps = VisitsCommandsDeps & { tell: TellAnswer };

export const makeCommandGroups = (deps: CommandGroupsDeps): readonly CommandGroup[] => [
  addUserCommands,
  addWorkspaceCommands,
  addMemberCommands,
  addTokenCommands,
  addZoneCommands,
  addLinkCommands,
  makeUtmConventionCommands(deps),
  makePlanCommands(deps.tell, deps.settings),
  makeVisitsCommands(deps),
];
