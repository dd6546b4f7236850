// Visitors of links, or callers of the API: each sends one request at a time over a kept-alive connection, and reports
// every answer with the time of its request. Cheap enough to keep several workers busy from one process.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Asked = {
  /** Which of the connections; a connection stays with one worker. */
  connection: number;
  path: string;
  /** 0: the connection ended before the whole answer was there. */
  status: number;
  location: string;
  /** On the clock of `performance.now`. */
  sentAt: number;
  at: number;
};

export type Askers = {
  /** Lets each finish the request that it has under way. */
  stop: () => Promise<void>;
};

type Deps = {
  /** What to ask for next: a path. */
  next: (connection: number) => string;
  onAnswer: (answer: Asked) => void;
};

type Config = {
  port: number;
  connections: number;
  /** Between an answer and the next request over the same connection. */
  pauseMs?: number;
  /** Default: those of a visitor. */
  headers?: Readonly<Record<string, string>>;
};

const HEAD_END = '\r\n\r\n';
/** Pause before the next request to a server that is away. */
const AWAY_MS = 25;
const OF_A_VISITOR = { Host: 'kurz.example', 'User-Agent': 'visitor' };

type Head = Pick<Asked, 'status' | 'location'>;

/** The answer in the received text, when it is whole. */
function answerIn(text: string): Head | undefined {
  const end = text.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = text.slice(0, end + 2);
  const length = Number(/\r\ncontent-length: (\d+)\r/i.exec(head)?.[1] ?? 0);
  if (text.length < end + HEAD_END.length + length) return undefined;
  return { status: Number(head.slice(9, 12)), location: /\r\nlocation: (.*)\r/i.exec(head)?.[1] ?? '' };
}

/** Calls `onAnswer` with each whole answer, and with undefined when the connection ends. */
function listen(socket: Socket, onAnswer: (head: Head | undefined) => void): void {
  let text = '';
  socket.on('error', () => undefined);
  socket.on('close', () => onAnswer(undefined));
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const head = answerIn(text);
    if (!head) return;
    text = '';
    onAnswer(head);
  });
}

export function startAskers({ next, onAnswer }: Deps, config: Config): Askers {
  const { port, pauseMs = 0, headers = OF_A_VISITOR } = config;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const rest = ` HTTP/1.1\r\n${lines.join('')}\r\n`;
  let isStopped = false;

  const askOver = (connection: number): Promise<void> =>
    new Promise((ended) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let asked: { path: string; sentAt: number } | undefined;
      const ask = () => {
        if (isStopped || socket.destroyed) return void socket.destroy();
        asked = { path: next(connection), sentAt: performance.now() };
        socket.write(`GET ${asked.path}${rest}`);
      };
      listen(socket, (head) => {
        const { status, location } = head ?? { status: 0, location: '' };
        if (asked) onAnswer({ connection, ...asked, status, location, at: performance.now() });
        asked = undefined;
        if (!head) ended();
        else if (pauseMs === 0) ask();
        else setTimeout(ask, pauseMs);
      });
      socket.once('connect', ask);
    });

  const askOn = async (connection: number) => {
    while (!isStopped) {
      await askOver(connection);
      if (!isStopped) await sleep(AWAY_MS);
    }
  };
  const ended = Promise.all(Array.from({ length: config.connections }, (_, place) => askOn(place)));
  return {
    stop: async () => {
      isStopped = true;
      await ended;
    },
  };
}
