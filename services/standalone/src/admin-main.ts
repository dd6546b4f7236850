// The admin command's process: arguments and environment in, answer on standard output, fault on standard error.

import path from 'node:path';
import { makeLog, SettingsError, systemClock } from '@kurz/process';
import { adminProgram } from './admin/admin-program';
import { answerOfError } from './admin/answer-of-error';
import { makeCommandGroups } from './admin/command-groups';
import { connectAdmin } from './admin/connect-admin';
import { connectServers } from './admin/connect-servers';
import { failureJson } from './admin/failure-json';
import { makePasswordReader } from './admin/read-password';
import { makeAdminRunner } from './admin/run-admin-command';
import { makeTellAnswer } from './admin/tell-answer';
import { readAdminSettings } from './admin-settings';
import { readStandaloneSettings } from './settings';
import { makeProgressBar } from './visits-import/progress-bar';

/** Also where what is wrong is found before the command's own words are read. */
const isJson = process.argv.includes('--json');

async function main(): Promise<void> {
  const settings = readStandaloneSettings(process.env);
  const admin = readAdminSettings(process.env);
  const { postgres } = admin;
  const stream = {
    kafka: admin.kafka,
    topic: admin.topics.topic,
    importsFolder: path.join(settings.dataDirectory, 'imports'),
  };
  const log = makeLog({ level: settings.logLevel, service: 'admin' });
  const tell = makeTellAnswer({
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    fail: () => void (process.exitCode = 1),
  });
  let command = '';
  const run = makeAdminRunner({
    command: () => command,
    dataDirectory: settings.dataDirectory,
    connect: async () =>
      postgres
        ? { kind: 'connected', connection: connectServers({ ...admin, postgres, stream }, log) }
        : connectAdmin(settings.dataDirectory, log),
    tell,
    onOpen: (close) => {
      // a PostgreSQL started for this command must not outlive it
      const end = () => void close().finally(() => process.exit(130));
      process.once('SIGINT', end).once('SIGTERM', end);
    },
  });
  const groups = makeCommandGroups({
    settings,
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
    workingDirectory: process.env['INIT_CWD'] ?? process.cwd(),
  });
  const program = adminProgram(groups, run, {
    onMisuse: (message) => {
      if (isJson) console.log(failureJson(message));
    },
    onCommand: (words) => (command = words),
  });
  await program.parseAsync(process.argv);
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  const { reason, known } = answerOfError(error);
  if (isJson) console.log(failureJson(reason, known));
  process.exitCode = 1;
});
