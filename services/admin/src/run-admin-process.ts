// One run of the admin command: arguments and environment in, answer on standard output, fault on standard error.

import path from 'node:path';
import { format } from 'node:util';
import { hasErrorCode, makeLog, SettingsError, STOP_SIGNALS, systemClock, type Log } from '@kurz/process';
import { CommanderError } from 'commander';
import { answerOfError } from './answer/answer-of-error';
import { failureJson } from './answer/failure-json';
import { makePrintAnswer } from './answer/print-answer';
import { adminProgram } from './commands/admin-program';
import { makeCommandGroups } from './commands/command-groups';
import { isDoctor, reportOfSettings } from './commands/doctor-command';
import { makePasswordReader, type PasswordReaderDeps } from './commands/read-password';
import { makeAdminRunner } from './commands/run-admin-command';
import type { AdminConnecting } from './connection/admin-connection';
import { connectServers } from './connection/connect-servers';
import { readAdminSettings } from './settings/admin-settings';
import { makeProgressBar, type ProgressOutput } from './visits-import/progress-bar';

type Environment = Record<string, string | undefined>;

export type AdminProcess = {
  argv: readonly string[];
  environment: Environment;
  input: PasswordReaderDeps['input'];
  /** Carries only the answer. */
  output: NodeJS.WritableStream;
  errors: ProgressOutput;
  /** Receives the function that closes everything, for a signal that ends the command early. */
  onOpen: (close: () => Promise<void>) => void;
};

/** Opens the embedded product; used when the settings name no PostgreSQL server. */
export type ConnectEmbedded = (log: Log) => Promise<AdminConnecting>;

const noServers: ConnectEmbedded = () => Promise.resolve({ kind: 'no_servers' });

/** The exit code of a command that a signal has ended. */
const INTERRUPTED = 130;

/** The longest time that such a command takes to close everything. */
const CLOSE_MS = 10_000;

type Lines = { print: (line: string) => void; complain: (fault: unknown) => void; fail: () => void };

async function run(
  { argv, environment, input, output, errors, onOpen }: AdminProcess,
  connectEmbedded: ConnectEmbedded,
  { print, complain, fail }: Lines,
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
  const printAnswer = makePrintAnswer({ print, complain, fail });
  let command = '';
  const runner = makeAdminRunner({
    command: () => command,
    dataDirectory,
    connect: async () =>
      postgres
        ? { kind: 'connected', connection: connectServers({ ...admin, postgres, stream }, log) }
        : connectEmbedded(log),
    printAnswer,
    onOpen,
  });
  const groups = makeCommandGroups({
    admin,
    log,
    printAnswer,
    clock: systemClock,
    readPassword: makePasswordReader({ input, say: (text) => void errors.write(text) }),
    bar: makeProgressBar(errors),
    output,
    // npm runs this in the checkout, and sets INIT_CWD to the folder where it was called
    workingDirectory: environment['INIT_CWD'] ?? process.cwd(),
  });
  const program = adminProgram(groups, runner, {
    output,
    errors,
    onMisuse: (message) => {
      if (isJson) print(failureJson(message));
    },
    onCommand: (words) => (command = words),
  });
  await program.parseAsync(argv);
}

/**
 * Runs the command to its end and resolves with the exit code. `embeddedOf` reads the embedded product's settings
 * before any other settings. Without it the program manages only installations on servers.
 */
export async function runAdminProcess(
  admin: AdminProcess,
  embeddedOf: (environment: Environment) => ConnectEmbedded = () => noServers,
): Promise<number> {
  // read here, because a fault may be found before the arguments are parsed
  const isJson = admin.argv.includes('--json');
  let exitCode = 0;
  const lines: Lines = {
    print: (line) => void admin.output.write(`${line}\n`),
    complain: (fault) => void admin.errors.write(`${format(fault)}\n`),
    fail: () => (exitCode = 1),
  };
  try {
    await run(admin, embeddedOf(admin.environment), lines, isJson);
  } catch (error) {
    // help that was requested, or wrong arguments that are reported already
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof SettingsError && isDoctor(admin.argv)) {
      makePrintAnswer(lines)(reportOfSettings(error), { json: isJson });
      return 1;
    }
    lines.complain(error instanceof SettingsError ? error.message : error);
    const { reason, known } = answerOfError(error);
    if (isJson) lines.print(failureJson(reason, known));
    return 1;
  }
  return exitCode;
}

/** The reader has closed the pipe, as `head` does, so no message is needed. */
const isUnread = (error: Error) => hasErrorCode(error, 'EPIPE');

/** Returns a function for the exit code at the end. It makes the code 1 when the answer could not be written. */
function watchStreams(output: NodeJS.WritableStream, errors: NodeJS.WritableStream) {
  let fault: Error | undefined;
  /** Undefined until the command is over. */
  let code: number | undefined;
  const settle = () => {
    if (!fault || code !== 0) return;
    process.exitCode = code = 1;
    if (!isUnread(fault)) errors.write(`error: standard output: ${fault.message}\n`);
  };
  // the command goes on when nobody reads its progress
  errors.on('error', () => undefined);
  output.on('error', (error: Error) => {
    fault ??= error;
    settle();
  });
  return (ended: number) => {
    process.exitCode = code = ended;
    settle();
  };
}

/** Runs the command as this process: with its streams, its signals and its exit code. */
export async function runAsOwnProcess(
  own: Pick<AdminProcess, 'argv' | 'environment'>,
  embeddedOf?: (environment: Environment) => ConnectEmbedded,
): Promise<void> {
  const { stdin: input, stdout: output, stderr: errors } = process;
  let close = () => Promise.resolve();
  let isEnding = false;
  const end = () => {
    // Ctrl-C in a terminal arrives twice when npm passes it on
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(INTERRUPTED), CLOSE_MS);
    void close().finally(() => process.exit(INTERRUPTED));
  };
  // before anything starts: a PostgreSQL that is started for this command must not outlive it
  for (const signal of STOP_SIGNALS) process.on(signal, end);
  const onOpen: AdminProcess['onOpen'] = (closeOpened) => (close = closeOpened);
  const endWith = watchStreams(output, errors);
  endWith(await runAdminProcess({ ...own, input, output, errors, onOpen }, embeddedOf));
}
