// A visitor: requests a path on a connection of its own, and takes the answer without following redirects.

import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';

export type Asked = { status: number; headers: http.IncomingHttpHeaders; body: string };

export type AskOptions = {
  method?: string;
  host?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string;
};

export async function ask(port: number, path: string, options: AskOptions = {}): Promise<Asked> {
  const request = http.request({
    port,
    path,
    host: '127.0.0.1',
    agent: false,
    method: options.method ?? 'GET',
    headers: { host: options.host ?? 'kurz.example', ...options.headers },
  });
  request.end(options.body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('latin1'),
  };
}

/** Long, because a busy machine answers late. */
const TIMEOUT_MS = 60_000;

/**
 * Sends bytes and nothing else. Resolves with all that came back until the connection closed. Once `answers` answers
 * have come, it is closed here after `restMs` without a byte.
 */
export async function sendBytes(
  port: number,
  bytes: Buffer | string,
  { answers = Infinity, restMs = 300 }: { answers?: number; restMs?: number } = {},
): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const resetTimeout = () => {
    const come = Buffer.concat(chunks).toString('latin1').split('HTTP/1.1 ').length - 1;
    socket.setTimeout(come < answers ? TIMEOUT_MS : restMs);
  };
  resetTimeout();
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    resetTimeout();
  });
  socket.on('error', () => socket.destroy());
  socket.once('timeout', () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}
