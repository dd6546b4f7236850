// Sends one request to a TCP server on this machine, to find out whether it serves yet.

import { connect } from 'node:net';

/** True when the server answers `question` within a second and `isRight` accepts the first bytes of the answer. */
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
