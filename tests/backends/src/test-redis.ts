// The handle of a Redis for tests, whatever it runs in.

export type TestRedis = {
  /** `redis://127.0.0.1:PORT` */
  url: string;
  port: number;
  /** Process id of the server. */
  pid: number;
  /** SIGSTOP: it keeps its connections, takes new ones and answers nothing. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** SIGKILL, data kept. */
  kill: () => Promise<void>;
  /** Kills the server if it runs, and starts it again on the same port with every acknowledged write. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};
