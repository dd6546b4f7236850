// One question to a TCP server on this machine, for finding out whether it serves yet.

import { connect } from 'node:net';

/** True when the server takes `question` and the first bytes it answers with, within a second, are right. */
export function answers(
  port: number,
  question: string | Buffer,
  isRight: (answer: Buffer) => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const settle = (outcome: boolean) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once('connect', () => socket.write(question));
    socket.once('data', (answer) => settle(isRight(answer)));
    socket.once('error', () => settle(false));
    socket.once('end', () => settle(false));
  });
}
