// The admin command's process: arguments and environment in, answer on standard output, fault on standard error.

import path from 'node:path';
import { makeLog, SettingsError, systemClock, type Log } from '@kurz/process';
import { answerOfError } from './answer/answer-of-error';
import { failureJson } from './answer/failure-json';
import { makeTellAnswer } from './answer/tell-answer';
import { adminProgram } from './commands/admin-program';
import { makeCommandGroups } from './commands/command-groups';
import { makePasswordReader } from './commands/read-password';
import { makeAdminRunner } from './commands/run-admin-command';
import type { AdminConnecting } from './connection/admin-connection';
import { connectServers } from './connection/connect-servers';
import { readAdminSettings } from './settings/admin-settings';
import { makeProgressBar } from './visits-import/progress-bar';

type Environment = Record<string, string | undefined>;

export type AdminProcess = {
  argv: readonly string[];
  environment: Environment;
  /** Writes to standard output. */
  print: (line: string) => void;
  /** Writes to standard error. */
  complain: (fault: unknown) => void;
};

/** Opens the embedded product; used where the settings name no PostgreSQL server. */
export type ConnectEmbedded = (log: Log) => Promise<AdminConnecting>;

const noServers: ConnectEmbedded = () => Promise.resolve({ kind: 'no_servers' });

async function run(
  { argv, environment, print, complain }: AdminProcess,
  connectEmbedded: ConnectEmbedded,
  isJson: boolean,
): Promise<void> {
  const admin = readAdminSettings(environment);
  const { postgres, dataDirectory } = admin;
  const stream = {
    kafka: admin.kafka,
    topic: admin.topics.topic,
    importsFolder: path.join(dataDirectory, 'imports'),
  };
  const log = makeLog({ level: admin.logLevel, service: 'admin' });
  const tell = makeTellAnswer({ print, complain, fail: () => void (process.exitCode = 1) });
  let command = '';
  const runner = makeAdminRunner({
    command: () => command,
    dataDirectory,
    connect: async () =>
      postgres
        ? { kind: 'connected', connection: connectServers({ ...admin, postgres, stream }, log) }
        : connectEmbedded(log),
    tell,
    onOpen: (close) => {
      // a PostgreSQL started for this command must not outlive it
      const end = () => void close().finally(() => process.exit(130));
      process.once('SIGINT', end).once('SIGTERM', end);
    },
  });
  const groups = makeCommandGroups({
    admin,
    log,
    tell,
    clock: systemClock,
    readPassword: makePasswordReader({
      input: process.stdin,
      say: (text) => void process.stderr.write(text),
    }),
    bar: makeProgressBar(process.stderr),
    // npm runs this in the checkout, and says here where it was called
    workingDirectory: environment['INIT_CWD'] ?? process.cwd(),
  });
  const program = adminProgram(groups, runner, {
    onMisuse: (message) => {
      if (isJson) print(failureJson(message));
    },
    onCommand: (words) => (command = words),
  });
  await program.parseAsync(argv);
}

/**
 * Runs the command to its end and sets the exit code. `embeddedOf` reads the embedded product's own settings, before any
 * other; without it the program manages installations on servers only.
 */
export async function runAdminProcess(
  admin: AdminProcess,
  embeddedOf: (environment: Environment) => ConnectEmbedded = () => noServers,
): Promise<void> {
  // also where what is wrong is found before the command's own words are read
  const isJson = admin.argv.includes('--json');
  try {
    await run(admin, embeddedOf(admin.environment), isJson);
  } catch (error) {
    admin.complain(error instanceof SettingsError ? error.message : error);
    const { reason, known } = answerOfError(error);
    if (isJson) admin.print(failureJson(reason, known));
    process.exitCode = 1;
  }
}
