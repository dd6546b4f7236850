// The tenant that does its worst within 1,200 requests a minute, the limit of its plan: a burst at the start, then a
// steady stream at the limit, of the most expensive kinds.

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PER_SECOND = 20;
const BURST = 100;
/** Open connections hold the server's resources. Above this number the oldest is closed. */
const MAX_CONNECTIONS = 200;
const BODY_BYTES = 1_048_576;
const NESTED = `{"more":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;

const headOf = (token, method, path, length) =>
  `${method} /v1${path} HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${token}\r\n` +
  (length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`) +
  '\r\n';

/** Each kind: the text to send on a connection, its number of requests, and whether the responses are read. */
const kinds = [
  (token) => ({ text: headOf(token, 'GET', '/urls?q=offer&limit=100'), isRead: true }),
  (token) => ({ text: headOf(token, 'GET', '/urls?q=product-7&limit=100&page=3'), isRead: true }),
  (token) => ({ text: headOf(token, 'GET', '/urls?limit=100').repeat(8), requests: 8, isRead: false }),
  (token) => ({
    text: headOf(token, 'POST', '/urls', BODY_BYTES) + ' '.repeat(BODY_BYTES - 1),
    isRead: false,
  }),
  (token) => ({ text: headOf(token, 'POST', '/urls', NESTED.length) + NESTED, isRead: true }),
  (token) => ({ text: headOf(token, 'GET', '/urls/campaigns'), isRead: true }),
];

/** `stop` resolves with the number of responses by status. */
export function startGreedyTenant({ port }, { greedy }) {
  const statuses = {};
  const open = new Set();
  let isStopped = false;
  const send = ({ text, isRead }) => {
    const socket = connect({ port, host: '127.0.0.1' });
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    if (isRead) {
      socket.on('data', (chunk) => {
        const [, status] = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1', 0, 12)) ?? [];
        if (status) statuses[status] = (statuses[status] ?? 0) + 1;
      });
    } else socket.pause();
    socket.write(text);
    if (open.size > MAX_CONNECTIONS) open.values().next().value.destroy();
  };
  const run = async () => {
    let turn = 0;
    const next = () => kinds[turn++ % kinds.length](greedy.token);
    for (let sent = 0; sent < BURST;) {
      const one = next();
      send(one);
      sent += one.requests ?? 1;
    }
    while (!isStopped) {
      const one = next();
      send(one);
      await sleep((1_000 / PER_SECOND) * (one.requests ?? 1));
    }
  };
  const ended = run();
  return {
    stop: async () => {
      isStopped = true;
      await ended;
      for (const socket of open) socket.destroy();
      return statuses;
    },
  };
}
