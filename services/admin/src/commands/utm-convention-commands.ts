// `kurz utm-conventions …`

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validateUtmConventions, messageOf, setUtmConventions } from '@kurz/api';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import type { AdminConnection } from '../connection/admin-connection';

const ABOUT = `sets the UTM conventions of a workspace from a JSON file

{"enabled": true, "required": ["source", "medium"], "allowed": {"medium": ["email", "social-*"]},
 "lowercase": true, "separator": "-"}
Links whose destination breaks them are marked in the list of links, on plans with UTM conventions.`;

function parse(file: string): { kind: 'parsed'; document: unknown } | { kind: 'unreadable'; reason: string } {
  try {
    const document: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return { kind: 'parsed', document };
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function setFromFile({ db, by }: AdminConnection, id: string, file: string): Promise<AdminAnswer> {
  const parsed = parse(file);
  if (parsed.kind === 'unreadable') return failed(`${file} cannot be read: ${parsed.reason}`);
  const validated = validateUtmConventions(parsed.document);
  if (validated.kind === 'faulty') {
    return failed(`${file}: ${messageOf({ code: 'VALIDATION_FAILED', params: validated.fault }, 'en')}`);
  }
  const { conventions } = validated;
  const outcome = await setUtmConventions(db, id, conventions, by);
  if (outcome.kind === 'no_such_workspace') return failed(`there is no workspace ${id}`);
  return done({ id, conventions }, `Workspace ${id} has UTM conventions`);
}

/** Adds `utm-conventions set`; relative file names count from `workingDirectory`. */
export function makeUtmConventionCommands({ workingDirectory }: { workingDirectory: string }): CommandGroup {
  return (program, run) => {
    const group = program.command('utm-conventions').description('rules of a workspace for UTM parameters');
    addCommand(group, 'set', ABOUT)
      .summary('sets the UTM conventions of a workspace from a JSON file')
      .argument('<workspace>', 'id of the workspace')
      .argument('<file>')
      .action((id: string, file: string, options: { json?: boolean }) =>
        run((connection) => setFromFile(connection, id, path.resolve(workingDirectory, file)), options),
      );
  };
}
