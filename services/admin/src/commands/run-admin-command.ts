// Runs one admin command: connects, lets it work, has its answer printed, closes.

import { failed, type AdminAnswer } from '../answer/admin-answer';
import type { AdminConnecting, AdminConnection } from '../connection/admin-connection';
import { answerOfError } from '../answer/answer-of-error';
import type { PrintAnswer } from '../answer/print-answer';

/** What a command does with the database. */
export type AdminWork = (connection: AdminConnection) => Promise<AdminAnswer>;

export type RunOptions = {
  json?: boolean;
  /** The answer when the installation could not be opened; default: the command fails with the reason. */
  onUnopened?: (reason: string) => AdminAnswer;
};

export type AdminRunner = (work: AdminWork, options: RunOptions) => Promise<void>;

export type AdminRunnerDeps = {
  dataDirectory: string;
  connect: () => Promise<AdminConnecting>;
  /** The words of the running command, without arguments. */
  command: () => string;
  printAnswer: PrintAnswer;
  /** Receives the function that closes everything, for a signal that ends the command early. */
  onOpen: (close: () => Promise<void>) => void;
};

function inUse(directory: string, pid: number | undefined): AdminAnswer {
  const who = pid === undefined ? 'a process that does not answer' : `process ${pid}, which is not ready`;
  return failed(`the data folder ${directory} is in use by ${who}`, { dataDirectory: directory, pid });
}

async function answerOf(work: AdminWork, deps: AdminRunnerDeps): Promise<AdminAnswer> {
  const connecting = await deps.connect();
  if (connecting.kind === 'in_use') return inUse(deps.dataDirectory, connecting.pid);
  if (connecting.kind === 'no_servers') return failed('KURZ_POSTGRES_URL must be set');
  const { connection } = connecting;
  deps.onOpen(connection.close);
  try {
    return await work({ ...connection, by: { kind: 'operator', command: deps.command() } });
  } finally {
    await connection.close();
  }
}

/** The runner that every command group gets. */
export function makeAdminRunner(deps: AdminRunnerDeps): AdminRunner {
  return async (work, options) => {
    let answer: AdminAnswer;
    try {
      answer = await answerOf(work, deps);
    } catch (error) {
      answer = answerOfError(error);
    }
    if (answer.kind === 'failed' && options.onUnopened) answer = options.onUnopened(answer.reason);
    deps.printAnswer(answer, options);
  };
}
