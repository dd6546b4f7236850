import { knownHeadersOf, readKnownHead } from './known-headers';
import { readHead, type Head } from './read-head';

const HOST = 'Host: kurz.example\r\n';
const bytesOf = (headers: string, line = 'GET /abc HTTP/1.1') => Buffer.from(`${line}\r\n${headers}`);

function readWhole(bytes: Buffer): Head {
  const head = readHead(bytes, bytes.toString('latin1'), 0, '203.0.113.7');
  if (typeof head === 'string') throw new Error(head);
  return head;
}

test('Headers that came before on the connection are taken as they were, and no others are taken for them', () => {
  const headers = `${HOST}User-Agent: a\r\nReferer: https://a.example/\r\n\r\n`;
  const bytes = bytesOf(headers);
  const first = readWhole(bytes);
  const known = knownHeadersOf(bytes, first);
  if (!known) throw new Error('not kept');
  const again = readKnownHead(Buffer.concat([bytes, bytes]), bytes.length, known);
  expect(again).toEqual({ ...first, targetEnd: bytes.length + first.targetEnd, end: 2 * bytes.length });
  expect(again?.visitor.sender).toBe(known.sender);
  const other = readKnownHead(bytesOf(headers, 'GET /q/other?x HTTP/1.1'), 0, known);
  expect(other?.visitor).toEqual({ ...first.visitor, target: '/q/other?x' });
  for (const unlike of [
    bytesOf(headers.replace('User-Agent: a', 'User-Agent: b')),
    bytesOf(headers.replace('\r\n\r\n', '\r\nX: a\r\n\r\n')),
    bytesOf(headers.replace('Referer: https://a.example/\r\n', '')),
    bytesOf(headers.slice(0, -1)),
    bytesOf(headers.replace('Host', 'Hosts')),
    bytesOf(headers.replace('\r\n\r\n', '\r\nContent-Length: 1\r\n\r\n')),
    bytesOf(headers, 'HEAD /abc HTTP/1.1'),
    bytesOf(headers, 'GET abc HTTP/1.1'),
    bytesOf(headers, 'GET /abc HTTP/1.0'),
    bytesOf(headers, 'GET /abc  HTTP/1.1'),
    bytesOf(headers, 'GET /a#c HTTP/1.1'),
    bytesOf(headers, 'GET /a\u00e4c HTTP/1.1'),
    bytesOf(headers, 'GET '),
  ]) {
    expect(readKnownHead(unlike, 0, known)).toBeUndefined();
  }
});

test('Headers that end the connection, or are long, are not kept', () => {
  const keptOf = (more: string) => {
    const bytes = bytesOf(`${HOST}${more}\r\n\r\n`);
    return knownHeadersOf(bytes, readWhole(bytes));
  };
  expect(keptOf('X: a')?.bytes.toString()).toBe(` HTTP/1.1\r\n${HOST}X: a\r\n\r\n`);
  expect(keptOf('Connection: close')).toBeUndefined();
  expect(keptOf(`X: ${'a'.repeat(2_048)}`)).toBeUndefined();
});
