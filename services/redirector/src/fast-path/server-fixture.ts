// For tests: a redirector's server with or without the fast path. Links come from a link cache in memory, some of them
// late; the journal is real.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { openJournalReader, openJournalWriter } from '@kurz/click-journal';
import { encodeConditions, makeMemoryLinkCache, PASSWORD_CONDITION, type CachedLink } from '@kurz/link-cache';
import { answerExpectContinue, makeMetrics, silentLog } from '@kurz/process';
import { makeAnswerOfRequest } from '../answer/answer-of-request';
import { makeChooseLocation } from '../conditions/choose-location';
import { answerClientError } from '../fallback/answer-client-error';
import { makeHandleRequest } from '../fallback/handle-request';
import { redirectServerOptions } from '../fallback/redirect-server-options';
import { makeNearCache } from '../near-cache/near-cache';
import { makePasswordGate } from '../password/password-gate';
import { unlockCookie } from '../password/unlock-cookie';
import { makeRecordVisit } from '../record/record-visit';
import { makeAnswerBudget } from '../request/answer-budget';
import { makeZoneFinder } from '../resolve/find-zone';
import { makeResolveLink } from '../resolve/resolve-link';
import { addFastPath } from './add-fast-path';

const LINKS: readonly CachedLink['state'][] = ['enabled', 'paused', 'restricted', 'unsafe', 'conditional'];
/** Conditions on the query, the scan address, the headers and the client's address. */
const CONDITIONS = encodeConditions({
  rules: [
    { query: { name: 'a', value: 'b' }, location: 'https://x.example/query' },
    { languages: ['de'], location: 'https://x.example/de' },
    { devices: ['mobile'], location: 'https://x.example/mobile' },
    { browsers: ['Firefox'], via: 'click', location: 'https://x.example/firefox' },
    { countries: ['DE'], location: 'https://x.example/germany' },
    { via: 'scan', location: 'https://x.example/scan' },
  ],
});
const clock = { now: () => 1_700_000_000_000 };

const GUARDED: CachedLink = {
  kind: 'link',
  linkId: 'lnk_guarded',
  workspaceId: 'ws_1',
  location: '-',
  state: 'conditional',
  version: 1,
  conditional: { isUnsafe: false, text: PASSWORD_CONDITION },
};
/** What a browser sends for `/guarded` after its password. */
export const GUARDED_COOKIE =
  unlockCookie(
    { linkId: GUARDED.linkId, passwordHash: 'hash' },
    { path: '/guarded', isSecure: false, now: clock.now() },
  ).split(';')[0] ?? '';

/** The gate of the one link with a password, which is looked up late. */
function makeGate(lateness: () => Promise<void>) {
  const link: CachedLink = { ...GUARDED, location: 'https://x.example/guarded', state: 'enabled' };
  const found = { slug: 'guarded', link, passwordHash: 'hash' };
  return makePasswordGate(
    {
      lookUp: async () => {
        await lateness();
        return { kind: 'read', found };
      },
      check: () => Promise.resolve('wrong'),
      attempts: {
        secondsLeft: () => undefined,
        take: () => Promise.resolve({ kind: 'taken', refund: () => Promise.resolve() }),
      },
      now: clock.now,
    },
    { trustedProxies: 0 },
  );
}

export type TestServer = {
  port: number;
  /** The lines that the journal got since the last call, in order. */
  newLines: () => Promise<string[]>;
  requestsOnFastPath: () => number;
  close: () => Promise<void>;
};

/** `lateness`: what a look-up waits for before it is answered. */
export async function openServer(
  hasFastPath: boolean,
  { lateness = () => Promise.resolve() }: { lateness?: () => Promise<void> } = {},
): Promise<TestServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-fast-path-'));
  const journal = await openJournalWriter({ directory: folder }, { log: silentLog, metrics: makeMetrics() });
  const linkCache = makeMemoryLinkCache({ maxEntries: 100 });
  const near = makeNearCache(clock, { maxBytes: 1_000_000, ttlMs: 60_000, unknownTtlMs: 60_000 });
  for (const state of LINKS) {
    const link = { linkId: `lnk_${state}`, workspaceId: 'ws_1', location: `https://x.example/${state}` };
    const conditional = state === 'conditional' && { conditional: { isUnsafe: false, text: CONDITIONS } };
    await linkCache.apply(
      { zoneId: 'z', slug: state },
      { kind: 'link', ...link, state, version: 1, ...conditional },
    );
  }
  await linkCache.apply({ zoneId: 'z', slug: 'guarded' }, GUARDED);
  const links = makeResolveLink({
    lookUp: async (key) => {
      await lateness();
      const entry = await linkCache.get(key);
      return { kind: 'found', from: 'link_cache', entry: entry ?? { kind: 'gone', version: 0 } };
    },
    near,
    isConnected: () => true,
    onResolved: () => {},
    now: clock.now,
  });
  const zone = { id: 'z', isEnabled: true, rootLocation: 'https://x.example/root' };
  const zones = {
    find: makeZoneFinder((domain) => (domain === 'kurz.example' ? zone : undefined), {}).find,
    findLate: () => Promise.resolve('unknown' as const),
  };
  let requestsOnFastPath = 0;
  const openCountries = () => Promise.resolve((network: string) => (network === '' ? 'unknown' : 'DE'));
  const choose = makeChooseLocation({ openCountries, now: clock.now, log: silentLog }, { trustedProxies: 0 });
  const answerOf = makeAnswerOfRequest({ zones, resolve: links.resolve, choose, gate: makeGate(lateness) });
  const deps = {
    record: makeRecordVisit({ journal, clock }, { trustedProxies: 0 }),
    log: silentLog,
    onAnswered: () => {},
    onTimed: () => {},
    budget: makeAnswerBudget(() => {}),
    trustedProxies: 0,
  };
  const server = createServer(redirectServerOptions, makeHandleRequest({ ...deps, answerOf }));
  server.on('clientError', answerClientError);
  answerExpectContinue(server);
  if (hasFastPath) {
    addFastPath(server, {
      ...deps,
      clock,
      answerOf: (request) => {
        requestsOnFastPath++;
        return answerOf(request);
      },
    });
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const reader = openJournalReader({ directory: folder });
  let from = await reader.begin();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    newLines: async () => {
      const batch = await reader.read(from, { maxLines: 100_000 });
      from = batch.to;
      return batch.lines;
    },
    requestsOnFastPath: () => requestsOnFastPath,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await reader.close();
      await journal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
