// Answers bytes that are no complete request with a JSON error, like every other refusal. Closes the connection, never
// throws. No header was parsed, so the text is English.

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { catalogue } from '../errors/catalogue';
import { refuse, type Refusal } from '../errors/refusal';
import { answerOfRefusal } from './answer-of-refusal';
import { contentOf, lengthOf } from './content-of';
import { requestIdOf } from './request-id-of';
import { HEADERS } from './send-answer';

/** Node's error: its code, and the bytes in which the parser gave up. */
export type ClientError = Error & { code?: string; rawPacket?: Buffer };

/** Ends the request line. Bytes without one belong to an address that goes on. */
const LINE_END = 0x0a;
const LONG_LINE = 14 * 1024;

export function refusalOfClientError({ code, rawPacket }: ClientError): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('REQUEST_TOO_SLOW');
  if (code !== 'HPE_HEADER_OVERFLOW') return refuse('REQUEST_MALFORMED');
  // address and headers together may have 16 KB in node:http, and 32 KB beside the redirector
  const firstLine = rawPacket?.indexOf(LINE_END) ?? 0;
  const isInAddress = firstLine < 0 || firstLine > LONG_LINE;
  return refuse(isInAddress ? 'ADDRESS_TOO_LONG' : 'HEADERS_TOO_LARGE');
}

export function answerClientError(error: ClientError, socket: Duplex): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalOfClientError(error);
  const answer = answerOfRefusal(refusal, 'en');
  const content = contentOf(answer);
  const { status } = catalogue[refusal.code];
  const headers = {
    ...HEADERS,
    ...answer.headers,
    'X-Request-Id': requestIdOf(undefined),
    'Content-Type': content?.type,
    'Content-Length': content && lengthOf(content),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // without a listener an error while writing to a client that has gone would end the process
  socket.on('error', () => socket.destroy());
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n`);
  socket.end(Buffer.concat(content?.pieces ?? []), () => socket.destroy());
}
