// The holder's side of the data folder's socket: takes requests, one JSON object a line (`{"do":"status"}`), and sends
// back one JSON object a line, in the same order.

import { createInterface } from 'node:readline';
import type { Socket } from 'node:net';
import type { HolderStatus } from './holder-status';

/** What a holder does when asked. */
export type HolderActions = {
  status: () => HolderStatus;
  /** Brings links and zones changed in PostgreSQL to the redirector; resolves when done. */
  'apply-changes': () => Promise<void>;
  /** Removes the counts of deleted links soon, instead of at the next turn. */
  erase: () => void;
};

function nameOf(line: string): unknown {
  try {
    const request: unknown = JSON.parse(line);
    return typeof request === 'object' && request !== null && 'do' in request ? request.do : undefined;
  } catch {
    return undefined;
  }
}

async function answerTo(line: string, actions: HolderActions): Promise<object> {
  const name = nameOf(line);
  try {
    if (name === 'status') return actions.status();
    if (name === 'apply-changes') await actions['apply-changes']();
    else if (name === 'erase') actions.erase();
    else return { error: 'unknown request' };
    return { done: true };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Answers what comes over one connection until the other side ends it. */
export function answerRequests(socket: Socket, actions: HolderActions): void {
  // the other side may go at any time; there is nobody left to tell
  socket.on('error', () => socket.destroy());
  const answerAll = async () => {
    for await (const line of createInterface({ input: socket })) {
      const text = `${JSON.stringify(await answerTo(line, actions))}\n`;
      if (socket.writable) socket.write(text);
    }
    socket.end();
  };
  answerAll().catch(() => socket.destroy());
}
