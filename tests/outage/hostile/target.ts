// A server that hostile clients attack.

export type Target = {
  port: number;
  /** The request of well-behaved visitors, and the status of its answer. */
  visit: { method: string; path: string; headers: Record<string, string> };
  status: number;
  /** A stranger's request, as bytes. */
  strangerRequest: string;
  /** The request that gets strangers the longest answer, as bytes. */
  longestRequest: string;
  /** The most memory for a thousand connections that pipeline and read nothing, bytes; undefined: no limit. */
  pipelinedBytes?: number;
  /** The most memory for 1,500 idle connections that sent a chunk of 64 KiB each, bytes; undefined: no limit. */
  idleBytes?: number;
  /** The most requests that one connection may have pending. */
  maxWaiting: number;
  /** The status for a request target that is too long. */
  longTargetStatus: number;
  /** Connections per second that strangers open and drop: well within what one process can answer. */
  droppedASecond: number;
  /** The beginning of a request whose body never ends. It is not for the visitors' workspace. */
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
