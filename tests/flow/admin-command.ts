// Runs the `kurz` admin command in this process: most of a process's time is its start. What opens the embedded
// ClickHouse of a stopped product (`visits import`, `export`) is for spawn-admin-command.ts, because a process can do
// that once.

import { Readable, Writable } from 'node:stream';
import { runAdminProcess } from '@kurz/admin';
import { embeddedOf } from '../../services/standalone/src/admin/connect-embedded';
import { adminResultOf, jsonOf, type AdminResult } from './spawn-admin-command';
import { environmentOf, type Environment } from './start-standalone';

/** `kurz <words>` on a data folder. */
export const runAdminCommand = (dataDirectory: string, ...words: string[]): Promise<AdminResult> =>
  runAdminCommandWith('', { KURZ_DATA_DIR: dataDirectory }, ...words);

/** The same with `input` on its standard input, and with other settings. */
export const runAdminCommandWith = (input: string, settings: Environment, ...words: string[]) =>
  run({ input, settings, words }, embeddedOf);

/** The admin command of the image, which manages servers only. */
export const runServersCommand = (settings: Environment, ...words: string[]) =>
  runServersCommandWith('', settings, ...words);

/** The same with `input` on its standard input. */
export const runServersCommandWith = (input: string, settings: Environment, ...words: string[]) =>
  run({ input, settings, words }, undefined);

type Asked = { input: string; settings: Environment; words: string[] };

async function run(
  { input, settings, words }: Asked,
  connect: typeof embeddedOf | undefined,
): Promise<AdminResult> {
  const [stdout, stderr]: [string[], string[]] = [[], []];
  const code = await runAdminProcess(
    {
      argv: ['node', 'kurz', ...words],
      environment: environmentOf(settings),
      input: Readable.from(input === '' ? [] : [input]),
      output: new Writable({
        write: (chunk: Buffer, _, written) => {
          stdout.push(chunk.toString());
          written();
        },
      }),
      errors: { write: (text) => stderr.push(text) },
      onOpen: () => undefined,
    },
    connect,
  );
  return adminResultOf({ code, stdout: stdout.join(''), stderr: stderr.join('') });
}

/** The same with --json; throws unless it succeeds with one JSON object on a line of standard output. */
export const adminJson = async (dataDirectory: string, ...words: string[]) =>
  jsonOf(words, await runAdminCommand(dataDirectory, ...words, '--json'));
