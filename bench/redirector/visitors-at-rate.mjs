// An open-loop load: a fixed number of requests a second over 64 connections, whether the earlier ones are answered or
// not. A request's time counts from the moment it was due, so that a server that stalls cannot hide it.
// `node visitors-at-rate.mjs <port> <rate> <seconds> <slugs> <links>`; prints one JSON object.

import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawSlug } from './draw-slug.mjs';

const CONNECTIONS = 64;
const PATIENCE_MS = 5_000;
const END = Buffer.from('\r\n\r\n');
const REDIRECT = Buffer.from('HTTP/1.1 302 ');
const [port, rate, seconds] = process.argv.slice(2).map(Number);
const [slugs, links] = [process.argv[5], Number(process.argv[6])];
const total = rate * seconds;
const headers = [
  ` HTTP/1.1`,
  `Host: 127.0.0.1:${port}`,
  'User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Accept: text/html',
  'Accept-Language: de-CH,de;q=0.9',
  'Accept-Encoding: gzip',
  'Referer: https://www.instagram.com/',
  '\r\n',
].join('\r\n');

const latencies = new Float64Array(total);
let answered = 0;
let redirects = 0;
let lastAnswer = 0;

/** Where the answer that begins at `from` ends, -1 while it is not all there; only pages have a body. */
function endOfAnswer(bytes, from, isRedirect) {
  const end = bytes.indexOf(END, from);
  if (end < 0) return -1;
  if (isRedirect) return end + END.length;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', from, end));
  const bodyEnd = end + END.length + Number(length);
  return bodyEnd <= bytes.length ? bodyEnd : -1;
}

const isRedirectAt = (bytes, from) => bytes.subarray(from, from + REDIRECT.length).equals(REDIRECT);

function openVisitor() {
  const due = [];
  let rest = Buffer.alloc(0);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('data', (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    lastAnswer = performance.now();
    let from = 0;
    while (from < bytes.length) {
      const isRedirect = isRedirectAt(bytes, from);
      const end = endOfAnswer(bytes, from, isRedirect);
      if (end < 0) break;
      latencies[answered++] = lastAnswer - due.shift();
      if (isRedirect) redirects++;
      from = end;
    }
    rest = bytes.subarray(from);
  });
  return {
    ask: (dueAt) => {
      due.push(dueAt);
      socket.write(`GET /${drawSlug(slugs, links)}${headers}`, 'latin1');
    },
    close: () => socket.destroy(),
  };
}

const visitors = Array.from({ length: CONNECTIONS }, openVisitor);
await sleep(200);
const began = performance.now();
let sent = 0;
await new Promise((resolve) => {
  const send = () => {
    const wanted = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * rate));
    for (; sent < wanted; sent++) visitors[sent % CONNECTIONS].ask(began + (sent / rate) * 1_000);
    if (sent < total) setImmediate(send);
    else resolve();
  };
  send();
});
for (const end = performance.now() + PATIENCE_MS; answered < total && performance.now() < end;)
  await sleep(10);
visitors.forEach(({ close }) => close());

const sorted = latencies.subarray(0, answered).sort();
const at = (share) => sorted[Math.min(answered - 1, Math.floor(answered * share))];
const took = (lastAnswer - began) / 1_000;
console.log(JSON.stringify({ requests: answered, redirects, took, p50: at(0.5), p99: at(0.99) }));
