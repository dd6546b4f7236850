// Reads a password or a token from standard input: one line. The user commands call it before they connect, so that no connection
// waits for a person who types.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** `what`: what a terminal asks for. */
export type PasswordReader = (what?: 'Password' | 'Token') => Promise<string | undefined>;

export type PasswordReaderDeps = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  /** Writes to the terminal, which is not standard output: that carries the answer alone. */
  say: (text: string) => void;
};

/** On a terminal it asks, and nothing that is typed is shown. Undefined: the input ended, or Ctrl-C, before a line did. */
export function makePasswordReader({ input, say }: PasswordReaderDeps): PasswordReader {
  return (what = 'Password') =>
    new Promise((resolve) => {
      const terminal = input.isTTY === true;
      // the terminal is in raw mode: only what goes to this output would be shown
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
