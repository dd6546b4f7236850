// The client side of a data folder's socket: used by a start that finds the folder taken, and by the admin command.

import { connect } from 'node:net';
import { hasErrorCode } from '@kurz/process';

export type OwnerAnswer =
  | { kind: 'answered'; answer: unknown }
  /** No listener: there is no socket, or its process is gone. */
  | { kind: 'nobody' }
  /** The owner disconnected without an answer, because it is ending. */
  | { kind: 'left' }
  /** A process listens, but gives no answer or none in JSON, such as a process that is suspended. */
  | { kind: 'silent' };

const NEWLINE = 10;

function parse(line: string): OwnerAnswer {
  try {
    const answer: unknown = JSON.parse(line);
    return { kind: 'answered', answer };
  } catch {
    return { kind: 'silent' };
  }
}

/**
 * Sends `{"do": name}` with the fields of `about` to the socket at `socketPath`, and waits at most `timeoutMs` (5,000)
 * for the answer.
 */
export function requestFromOwner(
  socketPath: string,
  name: string,
  timeoutMs = 5_000,
  about: Readonly<Record<string, unknown>> = {},
): Promise<OwnerAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    const pieces: Buffer[] = [];
    const settle = (answer: OwnerAnswer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(timeoutMs, () => settle({ kind: 'silent' }));
    socket.once('connect', () => socket.write(`${JSON.stringify({ ...about, do: name })}\n`));
    socket.on('data', (chunk) => {
      const end = chunk.indexOf(NEWLINE);
      pieces.push(end < 0 ? chunk : chunk.subarray(0, end));
      if (end >= 0) settle(parse(Buffer.concat(pieces).toString()));
    });
    socket.once('end', () => settle({ kind: 'left' }));
    socket.once('error', (error) => {
      if (hasErrorCode(error, 'ECONNREFUSED', 'ENOENT')) settle({ kind: 'nobody' });
      else if (hasErrorCode(error, 'ECONNRESET', 'EPIPE')) settle({ kind: 'left' });
      // a full backlog of connections means that the process accepts none
      else if (hasErrorCode(error, 'EAGAIN')) settle({ kind: 'silent' });
      else reject(error);
    });
  });
}
