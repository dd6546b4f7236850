// `kurz journal drain` and `journal resume`: for journals whose redirector is gone, or whose shipping was refused.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { findJournals, holdsJournal } from '@kurz/click-journal';
import { openStreamClient } from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import { drainJournal, resumeJournal, type DrainOutcome } from '@kurz/redirector';
import { InvalidArgumentError } from 'commander';
import type { AdminSettings } from '../settings/admin-settings';
import { done, failed, type AdminAnswer } from '../answer/admin-answer';
import { answerOfError } from '../answer/answer-of-error';
import { addCommand, type CommandGroup } from './command-group';
import { tableOf } from '../answer/table-of';
import type { PrintAnswer } from '../answer/print-answer';

export type JournalCommandsDeps = {
  admin: AdminSettings;
  printAnswer: PrintAnswer;
  log: Log;
  /** Base folder of relative names. */
  workingDirectory: string;
};

type DrainedJournal = { directory: string; result: DrainOutcome['kind']; visits: number; reason: string };

function reasonOf(outcome: DrainOutcome): string {
  if (outcome.kind === 'refused') return outcome.reason;
  if (outcome.kind !== 'unfinished') return '';
  return outcome.error instanceof Error ? outcome.error.message : '';
}

const shown = (directory: string, outcome: DrainOutcome): DrainedJournal => ({
  directory,
  result: outcome.kind,
  visits: outcome.kind === 'drained' ? outcome.visits : 0,
  reason: reasonOf(outcome),
});

/** Whether visits are left. A journal that another process holds or has taken needs no action. */
const isLeft = ({ result }: DrainedJournal) => result === 'refused' || result === 'unfinished';

/** The journals to drain: the folder itself or those in it. No other folder, because a drained journal is removed. */
async function journalsAt(directory: string): Promise<string[]> {
  // a missing directory is reported as gone
  if (!existsSync(directory) || (await holdsJournal(directory))) return [directory];
  const found: string[] = [];
  for (const inside of await findJournals(directory)) {
    if (await holdsJournal(inside.directory)) found.push(inside.directory);
  }
  return found;
}

/** `directory`: one journal, or a folder of journals. */
async function drain({ admin, log }: JournalCommandsDeps, directory: string): Promise<AdminAnswer> {
  if (!admin.kafka) return failed('KURZ_KAFKA_BROKERS must be set');
  const kafka = openStreamClient(admin.kafka, { log });
  const journals: DrainedJournal[] = [];
  for (const one of await journalsAt(directory)) {
    const outcome = await drainJournal({ kafka, log }, { directory: one, topic: admin.topics.topic });
    journals.push(shown(one, outcome));
  }
  const table = tableOf(
    journals.map(({ visits, ...one }) => ({ ...one, visits: String(visits) })),
    `There is no journal in ${directory}.`,
  );
  return journals.some(isLeft)
    ? failed(`not all visits are shipped\n${table}`, { journals })
    : done({ journals }, table);
}

async function resume(
  { admin, log }: JournalCommandsDeps,
  directory: string,
  position: number | undefined,
): Promise<AdminAnswer> {
  if (!admin.kafka) return failed('KURZ_KAFKA_BROKERS must be set');
  const kafka = openStreamClient(admin.kafka, { log });
  const outcome = await resumeJournal({ kafka }, { directory, topic: admin.topics.topic, position });
  switch (outcome.kind) {
    case 'unknown_position':
      return failed(`${directory} has no note of its position: give it with --position <bytes>`);
    case 'beyond_end':
      return failed(
        `${directory} ends at ${outcome.end}: from a later position nothing in it would be counted`,
      );
    case 'kafka_ahead':
      return failed(
        `Kafka has ${directory} up to ${outcome.shipped}, beyond its own note; from there, visits would count twice: ` +
          'give --position <bytes>, as the command of shipping_refused in the log of its redirector does',
      );
    case 'no_journal':
      return failed(`there is no journal in ${directory}`);
    case 'resumed':
      return done({ directory, position: outcome.position }, `${directory} continues at ${outcome.position}`);
  }
}

async function answerOf(work: Promise<AdminAnswer>): Promise<AdminAnswer> {
  try {
    return await work;
  } catch (error) {
    return answerOfError(error);
  }
}

function positionOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('must be a whole number of bytes.');
  return Number(text);
}

/** Adds `journal drain` and `resume`. */
export function makeJournalCommands(deps: JournalCommandsDeps): CommandGroup {
  const { printAnswer, workingDirectory } = deps;
  return (program) => {
    const group = program.command('journal').description("redirectors' journals of visits");

    addCommand(group, 'drain', 'ships the visits that a removed redirector has left, and removes its journal')
      .argument('<directory>', 'a journal, or a folder of journals')
      .action(async (directory: string, options: { json?: boolean }) =>
        printAnswer(await answerOf(drain(deps, path.resolve(workingDirectory, directory))), options),
      );

    addCommand(group, 'resume', 'lets a journal be shipped again after Kafka has forgotten its position')
      .argument('<directory>', 'the journal')
      .option('--position <bytes>', 'where to continue; default: its own note', positionOf)
      .action(async (directory: string, options: { position?: number; json?: boolean }) => {
        const at = path.resolve(workingDirectory, directory);
        printAnswer(await answerOf(resume(deps, at, options.position)), options);
      });
  };
}
