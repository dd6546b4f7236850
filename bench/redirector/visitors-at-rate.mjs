// An open-loop load: a fixed number of requests a second over 64 connections, whether the earlier ones are answered or
// not. Latency counts from the moment when a request was due, so that a server that stalls cannot hide it.
// `node visitors-at-rate.mjs <port> <rate> <seconds> <slugs> <links> [<other port>]`; prints one JSON object. Visitors
// are slow themselves until their code is compiled, so they warm up at the other port, if any.

import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawSlug } from './draw-slug.mjs';

const CONNECTIONS = 64;
const TIMEOUT_MS = 5_000;
const WARM_UP_SECONDS = 2;
const END = Buffer.from('\r\n\r\n');
const REDIRECT = Buffer.from('HTTP/1.1 302 ');
const [port, rate, seconds] = process.argv.slice(2).map(Number);
const [slugs, links] = [process.argv[5], Number(process.argv[6])];
const otherPort = process.argv[7];
let lost = 0;
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

/** The end of the response that begins at `from`; -1 while it is incomplete. Only pages have a body. */
function endOfAnswer(bytes, from, isRedirect) {
  const end = bytes.indexOf(END, from);
  if (end < 0) return -1;
  if (isRedirect) return end + END.length;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', from, end));
  const bodyEnd = end + END.length + Number(length);
  return bodyEnd <= bytes.length ? bodyEnd : -1;
}

const isRedirectAt = (bytes, from) => bytes.subarray(from, from + REDIRECT.length).equals(REDIRECT);

/** `onAnswer` gets the request's number, the time, and whether the response is a redirect. */
function openVisitor(serverPort, onAnswer) {
  const asked = [];
  let rest = Buffer.alloc(0);
  const socket = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
  // after a stall of this process for seconds, the server has closed the idle connection: later requests get no
  // response
  socket.on('error', () => lost++);
  socket.on('data', (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const now = performance.now();
    let from = 0;
    while (from < bytes.length) {
      const isRedirect = isRedirectAt(bytes, from);
      const end = endOfAnswer(bytes, from, isRedirect);
      if (end < 0) break;
      onAnswer(asked.shift(), now, isRedirect);
      from = end;
    }
    rest = bytes.subarray(from);
  });
  return {
    ask: (request) => {
      asked.push(request);
      socket.write(`GET /${drawSlug(slugs, links)}${headers}`, 'latin1');
    },
    close: () => socket.destroy(),
  };
}

/** `latencies`: ms by the request's number; NaN without a response. */
async function visit(serverPort, requests) {
  const latencies = new Float64Array(requests).fill(NaN);
  let answered = 0;
  let redirects = 0;
  let lastAnswer = 0;
  let began = 0;
  const visitors = Array.from({ length: CONNECTIONS }, () =>
    openVisitor(serverPort, (request, now, isRedirect) => {
      latencies[request] = now - (began + (request / rate) * 1_000);
      answered++;
      if (isRedirect) redirects++;
      lastAnswer = now;
    }),
  );
  await sleep(200);
  began = performance.now();
  let sent = 0;
  await new Promise((resolve) => {
    const send = () => {
      const wanted = Math.min(requests, Math.floor(((performance.now() - began) / 1_000) * rate));
      for (; sent < wanted; sent++) visitors[sent % CONNECTIONS].ask(sent);
      if (sent < requests) setImmediate(send);
      else resolve();
    };
    send();
  });
  for (const end = performance.now() + TIMEOUT_MS; answered < requests && performance.now() < end;)
    await sleep(10);
  visitors.forEach(({ close }) => close());
  return { latencies, answered, redirects, took: (lastAnswer - began) / 1_000 };
}

function timesOf(latencies) {
  const sorted = latencies.filter((ms) => !Number.isNaN(ms)).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p99: at(0.99) };
}

if (otherPort) await visit(Number(otherPort), rate * WARM_UP_SECONDS);
const { latencies, answered, redirects, took } = await visit(port, rate * seconds);
const bySecond = Array.from({ length: seconds }, (_, second) =>
  timesOf(latencies.subarray(second * rate, second * rate + rate)),
);
console.log(JSON.stringify({ requests: answered, redirects, lost, took, ...timesOf(latencies), bySecond }));
