import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { MAX_BODY_BYTES, readJsonBody, type BodyOutcome } from './read-json-body';

const outcomes: BodyOutcome[] = [];
const server = http.createServer((request, response) => {
  void readJsonBody(request).then((outcome) => {
    outcomes.push(outcome);
    response.end();
  });
});
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
beforeEach(() => void outcomes.splice(0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The result for a body that is sent whole, with or without its length. */
async function read(
  body: string | Buffer,
  headers: http.OutgoingHttpHeaders = JSON_TYPE,
): Promise<BodyOutcome> {
  await new Promise<void>((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method: 'POST', headers }, (response) => {
      response.resume().on('end', resolve);
    });
    request.on('error', reject).end(body);
  });
  const [outcome] = outcomes;
  if (!outcome) throw new Error('nothing was read');
  return outcome;
}

const refused = (code: string, reason?: string) => ({
  kind: 'refused',
  code,
  params: reason ? { reason } : {},
});
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  ['an object', '{"a":[1,"ä"]}', { a: [1, 'ä'] }],
  ['a bare value', ' "text" ', 'text'],
  ['nothing', 'null', null],
  ['a byte order mark before it', '\uFEFF{}', {}],
])('%s is read', async (_, body, value) => {
  expect(await read(body)).toEqual({ kind: 'body', value });
});

test.each([
  ['an empty body', '', 'malformed_json'],
  ['half a value', '{"a":', 'malformed_json'],
  ['two values', '{}{}', 'malformed_json'],
  ['a comma too many', '[1,]', 'malformed_json'],
  ['unfinished nesting', '['.repeat(20_000), 'malformed_json'],
  ['an array in another 200,000 times', nested(200_000), 'too_many_values'],
  ['200,000 arrays beside each other', `[${'[],'.repeat(200_000)}0]`, 'too_many_values'],
  ['200,000 numbers', `[${'1,'.repeat(200_000)}0]`, 'too_many_values'],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'malformed_utf8'],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0x80, 0x22]), 'malformed_utf8'],
  ['half a character', Buffer.from([0x22, 0xc3]), 'malformed_utf8'],
  ['a surrogate in bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'malformed_utf8'],
])('%s is malformed', async (_, body, reason) => {
  expect(await read(body)).toMatchObject(refused('BODY_MALFORMED', reason));
});

test('deep nesting overflows nothing', async () => {
  expect((await read(nested(50_000))).kind).toBe('body');
});

test.each([
  ['no type', {}],
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['another charset', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
  ['gzip', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
])('%s is not read', async (_, headers) => {
  expect(await read('{}', headers)).toMatchObject(refused('UNSUPPORTED_MEDIA_TYPE'));
});

describe('the size', () => {
  const sized = (bytes: number) => `{"t":"${'a'.repeat(bytes - 8)}"}`;
  const chunked = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };

  test('of exactly 1 MB is read', async () => {
    expect(Buffer.byteLength(sized(MAX_BODY_BYTES))).toBe(MAX_BODY_BYTES);
    expect((await read(sized(MAX_BODY_BYTES))).kind).toBe('body');
    outcomes.splice(0);
    expect((await read(sized(MAX_BODY_BYTES), chunked)).kind).toBe('body');
  });

  test('of one byte more is refused by the length that is told', async () => {
    expect(await read(sized(MAX_BODY_BYTES + 1))).toMatchObject(refused('BODY_TOO_LARGE'));
  });

  test('of one byte more is refused by the bytes that arrive where no length is told', async () => {
    expect(await read(sized(MAX_BODY_BYTES + 1), chunked)).toMatchObject(refused('BODY_TOO_LARGE'));
  });

  test('is validated after the type', async () => {
    expect(await read(sized(MAX_BODY_BYTES + 1), {})).toMatchObject(refused('UNSUPPORTED_MEDIA_TYPE'));
  });

  test('counts bytes, not characters', async () => {
    expect(await read(`"${'ä'.repeat(MAX_BODY_BYTES / 2)}"`)).toMatchObject(refused('BODY_TOO_LARGE'));
  });
});

test('a caller who hangs up in the middle ends the reading', async () => {
  const socket = net.connect(port, '127.0.0.1');
  const arrived = once(server, 'request');
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"url"',
  );
  await arrived;
  socket.destroy();
  while (outcomes.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(outcomes).toEqual([{ kind: 'aborted' }]);
});
