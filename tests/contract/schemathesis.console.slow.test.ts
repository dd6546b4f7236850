// The web app's endpoints against their OpenAPI file, like schemathesis.slow.test.ts for /v1. Skipped when Python or
// the package cannot be had. KURZ_SCHEMATHESIS_SEED sets another seed.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { builtInPlans, type ApiSettings } from '@kurz/api';
import { openapiDocument } from '../../services/api/src/openapi/openapi-document';
import { operations } from '../../services/api/src/openapi/operations';
import { addPerson, originOf } from './console-browser';
import { makeFuzzedWorld } from './fuzzed-world';
import { isSchemathesisThere, runSchemathesis } from './run-schemathesis';
import { SHARED_DOMAIN, startApi } from './start-api';
import { startDnsServer } from './start-dns-server';
import { startMailServer, type MailServer } from './start-mail-server';
import { makeWritingWorld, type OpenedWorld } from './writing-world';

/** The same requests in every run, unless another seed is asked for. */
const SEED = '20261123';
const EXAMPLES = process.env['KURZ_SCHEMATHESIS_EXAMPLES'] ?? '3';

const business = { ...builtInPlans.business, linksPerMonth: 1_000_000, customDomains: 1_000_000 };
let mails: MailServer;
let opened: OpenedWorld;
const world = makeWritingWorld(() => opened);
const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-fuzzed-'));
const worldFile = path.join(folder, 'world.json');
const reachedFile = path.join(folder, 'reached.json');

beforeAll(async () => {
  if (!isSchemathesisThere) return;
  mails = await startMailServer();
  const dns = await startDnsServer();
  const mail = { smtpUrl: mails.url, from: 'Kurz <kurz@krz.example>', appUrl: 'https://krz.example' };
  const settings: Partial<ApiSettings> = {
    mail,
    dnsServers: [dns.address],
    trustedProxies: 1,
    plans: { ...builtInPlans, business },
    planChoice: 'people',
    maxWorkspaces: 100_000,
    maxInvitations: 100_000,
    maxPersonInvitations: 100_000,
  };
  const api = await startApi({ settings });
  opened = { api, dns, owner: await addPerson(api), workspaceId: '' };
  opened.workspaceId = await world.newWorkspace();
  writeFileSync(worldFile, JSON.stringify(await makeFuzzedWorld(world, mails)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  if (!isSchemathesisThere) return;
  await opened.api.close();
  await opened.dns.close();
  await mails.close();
});

/** Schemathesis leaves out the address that it has read the description from. */
const NOT_ASKED = ['GET /openapi.json'];

/**
 * These operations need a code of the current half minute or an authenticator's signature, which no supply can hold.
 * console-second-factor.test.ts and console-passkeys.*.test.ts test them.
 */
const needsCode = (operation: string) => /\/second-factor(\/|$)|\/session\/passkey(\/|$)/.test(operation);

/** By operation: how often each status came. */
type Reached = Record<string, Record<string, number>>;

(isSchemathesisThere ? test : test.skip)(
  'schemathesis reaches every operation of the web app and finds no answer that is not as the file describes it',
  async () => {
    const args = [
      ...['--url', originOf(opened.api), '--zone', SHARED_DOMAIN],
      ...['--world', worldFile, '--reached', reachedFile],
      ...['--examples', EXAMPLES],
    ];
    const stdout = await runSchemathesis(args, SEED);
    expect(stdout).toMatch(/\d{3,} passed/);
    const reached = JSON.parse(readFileSync(reachedFile, 'utf8')) as Reached;
    const hasSucceeded = (operation: string) =>
      Object.keys(reached[operation] ?? {}).some((status) => status.startsWith('2'));
    const all = operations(openapiDocument('/x')).map(
      ({ method, path: at }) => `${method.toUpperCase()} ${at}`,
    );
    const missed = all.filter((operation) => !needsCode(operation) && !hasSucceeded(operation));
    expect(missed).toEqual(NOT_ASKED);
  },
);
