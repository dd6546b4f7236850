// `kurz destination …`: destinations that links must not lead to, or of which visitors are warned.

import {
  blockDestination,
  destinationNamed,
  listBlockedDestinations,
  runSweeps,
  unblockDestination,
  type DestinationName,
  type Flag,
} from '@kurz/api';
import { Option } from 'commander';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnection } from '../connection/admin-connection';
import { addCommand, type CommandGroup } from './command-group';
import { tableOf } from '../answer/table-of';

type FlagOptions = { as?: Flag; json?: boolean };

const ABOUT_BLOCK = `blocks a destination at once, for existing and future links

DESTINATION is a host (evil.example) or a web address (https://evil.example/login). A host includes all its ports and all
hosts below it. A web address is blocked with http and https and with any fragment.
--as restricted: links that lead there answer 410, and no new link can lead there.
--as unsafe: visitors of links that lead there are warned first; new links carry the same mark.
A link keeps its mark when its owner changes its destination.`;

const FLAGS: readonly Flag[] = ['restricted', 'unsafe'];

/** The destination that a person named, or the answer that says why it is none. */
function validate(text: string): { kind: 'named'; name: DestinationName } | AdminAnswer {
  const named = destinationNamed(text);
  if (named.kind === 'malformed') return failed(`${text} is neither a host nor a web address`);
  if (named.kind === 'public_suffix')
    return failed(`${text} is a public suffix, under which anybody can register a domain`);
  return named;
}

/** Always sweeps the links, because an earlier command may have been killed before its end. */
async function sweep({ db, by, applyChanges }: AdminConnection): Promise<number> {
  return runSweeps(db, applyChanges, by);
}

async function block(connection: AdminConnection, text: string, mark: Flag): Promise<AdminAnswer> {
  const validated = validate(text);
  if (validated.kind !== 'named') return validated;
  const { kind, value } = validated.name;
  const isNew = await blockDestination(connection.db, validated.name, mark, connection.by);
  const links = await sweep(connection);
  return done(
    { kind, value, mark, isNew, links },
    `${isNew ? 'Blocked' : 'Already blocked:'} the ${kind} ${value} as ${mark}; ${links} links changed`,
  );
}

async function unblock(connection: AdminConnection, text: string, mark?: Flag): Promise<AdminAnswer> {
  const validated = validate(text);
  if (validated.kind !== 'named') return validated;
  const { kind, value } = validated.name;
  const entries = await unblockDestination(connection.db, validated.name, mark, connection.by);
  const links = await sweep(connection);
  if (entries === 0) return failed(`the ${kind} ${value} is not blocked${mark ? ` as ${mark}` : ''}`);
  return done({ kind, value, entries, links }, `Unblocked the ${kind} ${value}; ${links} links changed`);
}

/** Adds `destination block`, `unblock` and `list`. */
export const addDestinationCommands: CommandGroup = (program, run) => {
  const group = program.command('destination').description('where links must not lead');

  addCommand(group, 'block', ABOUT_BLOCK)
    .summary('blocks a host or a web address, at once')
    .argument('<destination>')
    .addOption(new Option('--as <mark>', 'the mark that its links get').choices(FLAGS).makeOptionMandatory())
    .action((destination: string, { as = 'restricted', json }: FlagOptions) =>
      run((connection) => block(connection, destination, as), { json }),
    );

  addCommand(
    group,
    'unblock',
    'removes a destination from the list, and its mark from the links that got it this way',
  )
    .argument('<destination>')
    .addOption(new Option('--as <mark>', 'remove only this mark').choices(FLAGS))
    .action((destination: string, { as, json }: FlagOptions) =>
      run((connection) => unblock(connection, destination, as), { json }),
    );

  addCommand(group, 'list', 'lists all blocked destinations').action((options: { json?: boolean }) =>
    run(async ({ db }) => {
      const destinations = await listBlockedDestinations(db);
      const rows = destinations.map(({ id, kind, value, mark, linkId }) => ({
        id: String(id),
        kind,
        destination: value,
        mark,
        link: linkId,
      }));
      return done({ destinations }, tableOf(rows, 'No destinations are blocked.'));
    }, options),
  );
};
