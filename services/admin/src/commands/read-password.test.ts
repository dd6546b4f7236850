import { PassThrough } from 'node:stream';
import { makePasswordReader } from './read-password';

function readFrom(input: PassThrough) {
  const said: string[] = [];
  return { said, password: makePasswordReader({ input, say: (text) => said.push(text) })() };
}

function makeTerminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  return { input, modes };
}

test.each([
  ['a line', 'correct horse\n', 'correct horse'],
  ['a line without its end', 'correct horse', 'correct horse'],
  ['a line of Windows', 'correct horse\r\n', 'correct horse'],
  ['the first of two lines', 'first\nsecond\n', 'first'],
  ['spaces, which belong to it', ' a b \n', ' a b '],
  ['an empty line', '\n', ''],
  ['nothing', '', undefined],
])('takes %s from a pipe and asks nothing', async (_, text, expected) => {
  const input = new PassThrough();
  const { said, password } = readFrom(input);
  input.end(text);
  expect(await password).toBe(expected);
  expect(said).toEqual([]);
});

test('asks on a terminal, shows nothing of what is typed, and takes what a person corrected', async () => {
  const { input, modes } = makeTerminal();
  const { said, password } = readFrom(input);
  input.write('correct horsf\u007fe\r');
  expect(await password).toBe('correct horse');
  expect(said).toEqual(['Password: ', '\n']);
  expect(modes).toEqual([true, false]);
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s on a terminal gives none, and the terminal is as before', async (_, key) => {
  const { input, modes } = makeTerminal();
  const { password } = readFrom(input);
  input.write(key);
  expect(await password).toBeUndefined();
  expect(modes).toEqual([true, false]);
});
