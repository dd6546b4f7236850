import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerWith } from './route';
import { sendAnswer } from './send-answer';

const PIECES = Array.from({ length: 20 }, (_, index) => Buffer.alloc(1_000, String(index % 10)));
const whole = Buffer.concat(PIECES).toString();

let port: number;
/** Turns of the event loop that passed until the answer was sent. */
let turns: number;
const server = http.createServer((_, response) => {
  turns = 0;
  const count = () => {
    turns += 1;
    if (!response.writableFinished) setImmediate(count);
  };
  setImmediate(count);
  sendAnswer(response, answerWith(200, { type: 'text/plain', pieces: PIECES }));
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close().closeAllConnections());

test('a long answer arrives whole, and others have a turn after each of its pieces', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.headers.get('content-length')).toBe(String(whole.length));
  expect(await response.text()).toBe(whole);
  expect(turns).toBeGreaterThanOrEqual(PIECES.length - 1);
});

test('HEAD is answered with the length and without the pieces', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
  expect(response.headers.get('content-length')).toBe(String(whole.length));
  expect(await response.text()).toBe('');
});
