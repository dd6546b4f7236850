// The tenant that works like an integrator's program: 15 requests a second, one after another on one connection, which
// is less than its plan allows.

import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 1_000 / 15;
let made = 0;
const madeSlugs = [];

const kinds = [
  { kind: 'read', of: ({ links }) => ({ path: `/urls/link-${Math.floor(Math.random() * links)}` }) },
  { kind: 'list', of: () => ({ path: '/urls?limit=20' }) },
  { kind: 'search', of: ({ links }) => ({ path: `/urls?q=products/${Math.floor(Math.random() * links)}` }) },
  {
    kind: 'create',
    of: () => {
      const slug = `made-${made++}`;
      madeSlugs.push(slug);
      return { method: 'POST', path: '/urls', body: { url: `https://shop.example/new/${slug}`, slug } };
    },
  },
  {
    kind: 'edit',
    of: ({ links }) => ({
      method: 'PATCH',
      path: `/urls/link-${Math.floor(Math.random() * links)}`,
      body: { title: `Edited ${made}` },
    }),
  },
  // deletes links that were made before, the newest first, so that each still exists
  { kind: 'delete', of: () => ({ method: 'DELETE', path: `/urls/${madeSlugs.pop()}` }) },
  { kind: 'stats', of: ({ links }) => ({ path: `/urls/link-${Math.floor(Math.random() * links)}/stats` }) },
];

function ask({ agent, port, token }, { method = 'GET', path, body }) {
  const sentAt = performance.now();
  const text = body && JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve) => {
    const settle = (status) => resolve({ status, ms: performance.now() - sentAt });
    const request = http.request({ host: '127.0.0.1', port, path: `/v1${path}`, method, headers, agent });
    request.once('response', (response) => {
      response.resume().once('end', () => settle(response.statusCode));
    });
    request.once('error', () => settle(0));
    request.end(text);
  });
}

/** Runs for `seconds`. Resolves with `{ kind, status, ms }` of each request. */
export async function startQuietTenant({ port }, seeded, seconds) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const end = performance.now() + seconds * 1_000;
  const answers = [];
  for (let turn = 0; performance.now() < end; turn++) {
    const { kind, of } = kinds[turn % kinds.length];
    const answer = await ask({ agent, port, token: seeded.quiet.token }, of(seeded));
    answers.push({ kind, ...answer });
    await sleep(PAUSE_MS);
  }
  agent.destroy();
  return answers;
}
