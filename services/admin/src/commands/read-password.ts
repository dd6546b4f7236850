// Reads a password or a token from standard input: one line. Commands read it before they connect, so that no
// connection waits for a person who types.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** `what`: the word in the terminal's prompt. */
export type PasswordReader = (what?: 'Password' | 'Token') => Promise<string | undefined>;

export type PasswordReaderDeps = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  /** Writes to the terminal, not to standard output, which carries only the answer. */
  say: (text: string) => void;
};

/** Prompts on a terminal, without echo. Undefined when the input ends before a line does, or on Ctrl-C. */
export function makePasswordReader({ input, say }: PasswordReaderDeps): PasswordReader {
  return (what = 'Password') =>
    new Promise((resolve) => {
      const terminal = input.isTTY === true;
      // the terminal is in raw mode, so it would show only what is written to this output
      const output = new Writable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input, output, terminal, historySize: 0 });
      if (terminal) say(`${what}: `);
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('SIGINT', () => lines.close());
      lines.once('close', () => {
        if (terminal) say('\n');
        resolve(undefined);
      });
    });
}
