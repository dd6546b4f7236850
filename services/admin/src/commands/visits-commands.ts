// `kurz visits …`

import path from 'node:path';
import type { Clock, Log } from '@kurz/process';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { LogFormat } from '../visits-import/logged-visit';
import type { ProgressBar } from '../visits-import/progress-bar';
import { runImport } from '../visits-import/run-import';
import { addCommand, type CommandGroup } from './command-group';

export type VisitsCommandsDeps = {
  log: Log;
  clock: Clock;
  bar: ProgressBar;
  /** Base folder of relative file names. */
  workingDirectory: string;
};

type ImportOptions = {
  format?: LogFormat;
  totals?: boolean;
  zone: string;
  createLinks?: boolean;
  workspace?: string;
  shiftDays: number;
  spool?: string;
  wait: boolean;
  destinationBase: URL;
  json?: boolean;
};

const ABOUT_IMPORT = `counts the lines of an old web server's log as visits

Each line counts for the link of --zone whose slug is the line's path (a hash of the path when it is not a valid slug),
with the line's own time, method, agent and referrer. Addresses are truncated before they are stored. FILE may be
gzipped. Importing a log again, even when it has grown, counts only lines that were not counted before.
On servers (KURZ_POSTGRES_URL, KURZ_KAFKA_BROKERS) the visits go through Kafka to the running ingesters. Visits that Kafka
does not accept stay in a folder on this machine; the next import from here continues with them.
ndjson: one object per line with "time" and "path", and optionally "method", "referrer", "userAgent", "language", "address".
"time" is ms since 1970, or ISO 8601 with date and time (2026-05-17T10:05:03+02:00); without Z or ±hh:mm it is UTC.
A line is unreadable (bad_time) when its time does not exist (30 February, 25:00), is before 1970, or is more than a day
from now. A leap second (:60) counts as :59.`;

function wholeNumber(text: string): number {
  if (!/^-?\d{1,6}$/.test(text)) throw new InvalidArgumentError('must be a whole number of days.');
  return Number(text);
}

function destinationBase(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('must be an http or https URL.');
  }
  return new URL(text);
}

/** Adds `visits import`. */
export function makeVisitsCommands(deps: VisitsCommandsDeps): CommandGroup {
  return (program, run) => {
    const group = program.command('visits').description('visits from elsewhere');

    addCommand(group, 'import', ABOUT_IMPORT)
      .summary("counts the lines of an old web server's log as visits")
      .argument('<file>')
      .addOption(
        new Option('--format <format>', 'the format of a line')
          .choices(['combined', 'ndjson'])
          .conflicts('totals'),
      )
      .option('--totals', 'each line is a link’s lifetime count: slug,count or {"slug":…,"count":…}')
      .requiredOption('--zone <domain>', 'the domain whose links were visited')
      .option('--create-links', 'create the missing links, in --workspace')
      .option('--workspace <id>', 'workspace of the created links')
      .option(
        '--destination-base <url>',
        'where created links lead: this address with the line’s path, without the /q of a scan',
        destinationBase,
        new URL('https://example.com'),
      )
      .option('--shift-days <n>', 'move every visit by n days', wholeNumber, 0)
      .option('--spool <folder>', 'on servers: where visits wait for Kafka, if not in KURZ_DATA_DIR')
      .option('--no-wait', 'do not wait until the visits are counted')
      .action((file: string, options: ImportOptions, command: Command) => {
        if (options.createLinks && options.workspace === undefined) {
          command.error('error: --create-links needs --workspace <id>');
        }
        if (!options.totals && options.format === undefined) {
          command.error("error: required option '--format <format>' not specified");
        }
        return run(
          (connection) =>
            runImport(
              {
                connection,
                log: deps.log,
                clock: deps.clock,
                bar: deps.bar,
              },
              {
                file: path.resolve(deps.workingDirectory, file),
                format: options.format,
                zone: options.zone,
                createLinksIn: options.createLinks ? options.workspace : undefined,
                destinationBase: options.destinationBase,
                shiftDays: options.shiftDays,
                spool: options.spool && path.resolve(deps.workingDirectory, options.spool),
                isAwaited: options.wait,
              },
            ),
          options,
        );
      });
  };
}
