// docs/admin-command.md lists each command of `kurz` with its options.

import { silentLog, systemClock } from '@kurz/process';
import { adminProgram } from '../../services/admin/src/commands/admin-program';
import { makeCommandGroups } from '../../services/admin/src/commands/command-groups';
import { readAdminSettings } from '../../services/admin/src/settings/admin-settings';
import { readText } from './deploy-files';

const nowhere = { write: () => undefined };
const isNotRun = () => Promise.reject(new Error('no command is run'));

const program = adminProgram(
  makeCommandGroups({
    admin: readAdminSettings({}),
    log: silentLog,
    printAnswer: () => undefined,
    clock: systemClock,
    readPassword: isNotRun,
    bar: { show: () => undefined, end: () => undefined },
    output: process.stdout,
    workingDirectory: __dirname,
  }),
  isNotRun,
  { output: nowhere, errors: nowhere, onMisuse: () => undefined, onCommand: () => undefined },
);

type Command = typeof program;

/** `isWhole`: no ellipsis stands for more options. */
type Listed = { name: string; options: string[]; isWhole: boolean };

const commandsOf = (command: Command, words: readonly string[] = []): Listed[] =>
  command.commands.length === 0
    ? [{ name: words.join(' '), options: command.options.map(({ long }) => long ?? ''), isWhole: true }]
    : command.commands.flatMap((one) => commandsOf(one, [...words, one.name()]));

/** `zone enable|disable DOMAIN` is two commands. An indented line continues the line before. */
function listedIn(block: string): Listed[] {
  const lines = block
    .replaceAll(/ +# .*$/gm, '')
    .replaceAll(/\n +/g, ' ')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [names = ''] = /^[a-z][a-z|-]*(?: [a-z][a-z|-]*)*/.exec(line) ?? [];
    const options = [...line.matchAll(/--[a-z-]+/g)].map(([option]) => option);
    return names
      .split(' ')
      .reduce<string[][]>(
        (all, word) => all.flatMap((one) => word.split('|').map((each) => [...one, each])),
        [[]],
      )
      .map((words) => ({ name: words.join(' '), options, isWhole: !/ …(?: |$)/.test(line) }));
  });
}

const [, block = ''] = readText('docs/admin-command.md').split('```');
const listed = listedIn(block);
const known = commandsOf(program);

it('has each command, and no other', () => {
  const names = new Set(listed.map(({ name }) => name));
  expect([...names].sort()).toEqual(known.map(({ name }) => name).sort());
});

it('has no option that its command does not take', () => {
  const unknown = listed.flatMap(({ name, options }) => {
    const taken = known.filter((one) => one.name === name).flatMap((one) => one.options);
    return options.filter((option) => !taken.includes(option)).map((option) => `${name} ${option}`);
  });
  expect(unknown).toEqual([]);
});

it('has every option where no ellipsis stands for others', () => {
  const missing = known.flatMap(({ name, options }) => {
    const lines = listed.filter((one) => one.name === name);
    const told = ['--json', '--help', ...lines.flatMap((line) => line.options)];
    return lines.some(({ isWhole }) => !isWhole)
      ? []
      : options.filter((option) => !told.includes(option)).map((option) => `${name} ${option}`);
  });
  expect(missing).toEqual([]);
});
