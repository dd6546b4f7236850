// A server that hostile clients are let loose on.

export type Target = {
  port: number;
  /** What well-behaved visitors ask for, and the status that answers it. */
  visit: { method: string; path: string; headers: Record<string, string> };
  status: number;
  /** What a stranger asks for, as bytes. */
  strangerRequest: string;
  /** What brings strangers the longest answer, as bytes. */
  longestRequest: string;
  /** Most that a thousand connections may cost which ask ahead and take nothing, bytes; undefined: no such limit. */
  askedAheadBytes?: number;
  /** Most that 1,500 idle connections may cost which sent a chunk of 64 KiB each, bytes; undefined: no such limit. */
  idleBytes?: number;
  /** Requests that one connection may have waiting. */
  mostWaiting: number;
  /** The status that answers a target that is too long. */
  longTargetStatus: number;
  /** Connections a second that strangers may open and drop: well within what one process can answer. */
  droppedASecond: number;
  /** The request of a body that never ends, up to the body; not of the visitors' workspace. */
  endlessBody: string;
  /** The processes that hold its sockets. */
  pids: () => Promise<number[]>;
  hasEnded: () => boolean;
  log: () => string;
  close: () => Promise<void>;
};

/** A request as bytes. */
export function bytesOf({ method, path, headers }: Target['visit']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
