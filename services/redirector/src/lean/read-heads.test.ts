import { MAX_HEAD_BYTES, readHeads } from './read-heads';

const FROM = { remoteAddress: '127.0.0.1' };
const request = (filling: number) =>
  Buffer.from(`GET /abc HTTP/1.1\r\nHost: kurz.example\r\nX: ${'x'.repeat(filling)}\r\n\r\n`);

test('Requests that come at once are read one by one, and the beginning of the next is left', () => {
  const bytes = Buffer.concat([request(1), request(2), Buffer.from('GET /a')]);
  const read = readHeads(bytes, FROM);
  expect(read?.heads.map(({ visitor }) => visitor.target)).toEqual(['/abc', '/abc']);
  expect(bytes.subarray(read?.end).toString()).toBe('GET /a');
});

test('A head that is too long is left to the reference lane also when it comes whole', () => {
  const longest = MAX_HEAD_BYTES - request(0).length;
  expect(readHeads(request(longest), FROM)?.heads).toHaveLength(1);
  expect(readHeads(request(longest + 1), FROM)).toBeUndefined();
  expect(readHeads(Buffer.concat([request(1), request(longest + 1)]), FROM)).toBeUndefined();
});

test('One request that is not the redirector’s leaves all of them to the reference lane', () => {
  const isOurs = (target: string) => target !== '/v1/urls';
  const other = Buffer.from('GET /v1/urls HTTP/1.1\r\nHost: kurz.example\r\n\r\n');
  expect(readHeads(Buffer.concat([request(1), request(2)]), FROM, isOurs)?.heads).toHaveLength(2);
  expect(readHeads(Buffer.concat([request(1), other]), FROM, isOurs)).toBeUndefined();
});
