import { MAX_HEAD_BYTES, nextHead } from './next-head';

const FROM = { remoteAddress: '127.0.0.1' };
const request = (filling: number) =>
  Buffer.from(`GET /abc HTTP/1.1\r\nHost: kurz.example\r\nX: ${'x'.repeat(filling)}\r\n\r\n`);

test('Requests that come at once are read one by one, and the beginning of the next is left', () => {
  const [one, two] = [request(1), request(5_000)];
  const bytes = Buffer.concat([one, two, request(3), Buffer.from('GET /a')]);
  const target = { visitor: { target: '/abc', sender: { host: 'kurz.example' } } };
  expect(nextHead(bytes, 0, FROM)).toMatchObject({ ...target, end: one.length });
  expect(nextHead(bytes, one.length, FROM)).toMatchObject({ ...target, end: one.length + two.length });
  expect(nextHead(bytes, bytes.length - 'GET /a'.length, FROM)).toBe('partial');
});

test('A head that is too long is left to the fallback also when it comes whole', () => {
  const longest = MAX_HEAD_BYTES - request(0).length;
  expect(nextHead(request(longest), 0, FROM)).toMatchObject({ end: MAX_HEAD_BYTES });
  expect(nextHead(request(longest + 1), 0, FROM)).toBe('odd');
  expect(nextHead(Buffer.concat([request(1), request(longest + 1)]), request(1).length, FROM)).toBe('odd');
});

test('A request that is not the redirector’s is left to the fallback', () => {
  const isOurs = (target: string) => target !== '/v1/urls';
  const other = Buffer.from('GET /v1/urls HTTP/1.1\r\nHost: kurz.example\r\n\r\n');
  expect(nextHead(request(1), 0, FROM, isOurs)).toMatchObject({ end: request(1).length });
  expect(nextHead(other, 0, FROM, isOurs)).toBe('odd');
});
