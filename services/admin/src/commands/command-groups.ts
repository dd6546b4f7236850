// Every group of the admin command, in the order of its help.

import type { CommandGroup } from './command-group';
import { addDestinationCommands } from './destination-commands';
import { makeImportCommands } from './import-commands';
import { makeJournalCommands, type JournalCommandsDeps } from './journal-commands';
import { makeDoctorCommand } from './doctor-command';
import { addLinkCommands } from './link-commands';
import { addMemberCommands } from './member-commands';
import { makePepperCommands, type PepperCommandsDeps } from './pepper-commands';
import { makePlanCommands } from './plan-commands';
import { addShardCommands } from './shard-commands';
import { makeStoreCommands, type StoreCommandsDeps } from './store-commands';
import { addTokenCommands } from './token-commands';
import { makeUserCommands, type UserCommandsDeps } from './user-commands';
import { makeUtmConventionCommands } from './utm-convention-commands';
import { makeVisitsCommands, type VisitsCommandsDeps } from './visits-commands';
import { makeWorkspaceCommands } from './workspace-commands';
import type { ZoneCheckDeps } from './check-zone';
import { makeZoneCommands } from './zone-commands';

export type CommandGroupsDeps = UserCommandsDeps &
  VisitsCommandsDeps &
  StoreCommandsDeps &
  PepperCommandsDeps &
  JournalCommandsDeps &
  ZoneCheckDeps;

export const makeCommandGroups = (deps: CommandGroupsDeps): readonly CommandGroup[] => [
  makeUserCommands(deps),
  makeWorkspaceCommands(deps),
  addMemberCommands,
  addTokenCommands,
  makePepperCommands(deps),
  makeZoneCommands(deps),
  addLinkCommands,
  addDestinationCommands,
  makeUtmConventionCommands(deps),
  makePlanCommands(deps.printAnswer, deps.admin),
  makeImportCommands(deps),
  makeVisitsCommands(deps),
  makeStoreCommands(deps),
  addShardCommands,
  makeJournalCommands(deps),
  makeDoctorCommand(deps),
];
