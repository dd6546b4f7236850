// Probes an installation end to end with one link: made through the API, opened at the redirector, counted in its
// stats, deleted, and gone at the redirector.

import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkspaceToken, revokeToken } from '@kurz/api';
import type { AdminConnection } from '../connection/admin-connection';
import { isUnsent, reasonOf } from './connection-finding';
import { finding, type Examined, type Finding } from './finding';

export type ProbeSettings = {
  workspaceId: string;
  /** Base URL of the API, in front of /v1. */
  apiUrl: string;
  /** Address of a redirector; default: the link's own domain. */
  redirectsUrl?: string;
  /** How long the visit may take to be counted, ms. */
  countedMs: number;
};

const REQUEST_MS = 10_000;
const DESTINATION = 'https://example.com/kurz-doctor';
/** A person's browser, because bots are counted apart. */
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SCOPES = ['links:write', 'links:read', 'stats:read'] as const;
const POLL_MS = 250;
/** The token's lifetime besides the wait for the count, because a killed doctor does not revoke it. */
const TOKEN_MS = 600_000;

type Api = (method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const apiOf =
  (apiUrl: string, secret: string): Api =>
  async (method, path, body) => {
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_MS),
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    // a front may answer instead of the API, with a page
    const text = await response.text();
    return { status: response.status, body: jsonOf(text) };
  };

function fieldOf(body: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    body,
  );
}

/** Opens the link. Resolves with the response's status and Location. `at` may be another address than the domain's. */
function open(at: URL, domain: string, slug: string): Promise<{ status: number; location?: string }> {
  return new Promise((resolve, reject) => {
    const { request } = at.protocol === 'https:' ? https : http;
    const headers = { host: domain, 'user-agent': AGENT, accept: 'text/html' };
    const asked = request(
      new URL(`/${slug}`, at),
      { headers, timeout: REQUEST_MS, agent: false },
      (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${REQUEST_MS} ms`)));
    asked.on('error', reject);
    asked.end();
  });
}

/** The address of a domain. A domain with a port, or on this machine, has no certificate. */
function ownAddress(domain: string): URL {
  const isPlain = domain.includes(':') || domain === 'localhost' || domain.endsWith('.localhost');
  return new URL(`${isPlain ? 'http' : 'https'}://${domain}`);
}

type Link = { domain: string; slug: string; at: URL };

const MADE = 201;
const FAILURE = 500;

/** Deletes the link when the API did not answer or failed, because it may have made the link. */
async function removeUnknown(api: Api, slug: string, reason: string): Promise<Finding[]> {
  const notMade = finding('probe_not_created', { reason });
  const left = await reasonOfNoDeletion(api, { slug });
  if (left === undefined || left === 'status 404') return [notMade];
  return [notMade, finding('probe_perhaps_left', { link: slug, reason: left })];
}

async function create(
  api: Api,
  { apiUrl, redirectsUrl }: Pick<ProbeSettings, 'apiUrl' | 'redirectsUrl'>,
): Promise<Link | Finding[]> {
  const slug = `doctor-${randomBytes(6).toString('hex')}`;
  try {
    const { status, body } = await api('POST', '/urls', { url: DESTINATION, slug });
    if (status !== MADE) {
      const error = fieldOf(body, 'error');
      const reason = typeof error === 'string' ? error : `status ${status}`;
      if (fieldOf(body, 'code') === 'UNAUTHORIZED') return [finding('probe_token_unknown', { url: apiUrl })];
      if (status >= FAILURE) return await removeUnknown(api, slug, reason);
      return [finding('probe_not_created', { reason })];
    }
    const domain = String(fieldOf(body, 'url', 'zoneDomain'));
    return { slug, domain, at: redirectsUrl === undefined ? ownAddress(domain) : new URL(redirectsUrl) };
  } catch (error) {
    const reason = reasonOf(error);
    return isUnsent(error) ? [finding('probe_not_created', { reason })] : removeUnknown(api, slug, reason);
  }
}

async function visit({ domain, slug, at }: Link): Promise<Finding[]> {
  const link = `${domain}/${slug}`;
  try {
    const { status, location } = await open(at, domain, slug);
    if (status === 302 && location === DESTINATION) return [];
    return [finding('probe_not_redirected', { link, reason: `status ${status}` })];
  } catch (error) {
    return [finding('probe_not_redirected', { link, reason: reasonOf(error) })];
  }
}

/** Without a domain it means the only link with that slug. */
type Named = { domain?: string; slug: string };

const pathOf = ({ domain, slug }: Named, rest = '') =>
  `/urls/${slug}${rest}${domain === undefined ? '' : `?zoneDomain=${encodeURIComponent(domain)}`}`;

/** Why the visit is not in the stats; undefined when it is. */
async function reasonOfNoCount(api: Api, link: Link): Promise<string | undefined> {
  try {
    const { status, body } = await api('GET', pathOf(link, '/stats'));
    const humans = fieldOf(body, 'stats', 'totals', 'human');
    if (status !== 200) return `status ${status}`;
    return humans === 1 ? undefined : `${String(humans)} visits`;
  } catch (error) {
    return reasonOf(error);
  }
}

async function awaitCount(api: Api, link: Link, countedMs: number): Promise<Finding[]> {
  const from = performance.now();
  for (;;) {
    const reason = await reasonOfNoCount(api, link);
    if (reason === undefined) return [];
    if (performance.now() - from > countedMs)
      return [finding('probe_not_counted', { seconds: Math.round(countedMs / 1_000), reason })];
    await sleep(POLL_MS);
  }
}

/** Deletes the link. Resolves with why it is still there; undefined when it is gone. */
async function reasonOfNoDeletion(api: Api, link: Named): Promise<string | undefined> {
  try {
    const { status } = await api('DELETE', pathOf(link));
    return status === 204 || status === 200 ? undefined : `status ${status}`;
  } catch (error) {
    return reasonOf(error);
  }
}

async function remove(api: Api, link: Link): Promise<Finding[]> {
  const name = `${link.domain}/${link.slug}`;
  const reason = await reasonOfNoDeletion(api, link);
  if (reason !== undefined) return [finding('probe_not_deleted', { link: name, reason })];
  const after = await open(link.at, link.domain, link.slug).catch(() => undefined);
  return after?.status === 302 ? [finding('probe_redirects_after_deletion', { link: name })] : [];
}

async function goTheWay(api: Api, settings: ProbeSettings): Promise<Finding[]> {
  const link = await create(api, settings);
  if (!('slug' in link)) return link;
  const findings = await visit(link);
  if (findings.length === 0) findings.push(...(await awaitCount(api, link, settings.countedMs)));
  return [...findings, ...(await remove(api, link))];
}

/** Makes a token for the probe and revokes it at the end. The link counts against the workspace's quota. */
export async function probeLink(connection: AdminConnection, settings: ProbeSettings): Promise<Examined> {
  const { db, by, tokenPepper } = connection;
  const { workspaceId, apiUrl } = settings;
  const part = 'probe';
  if (tokenPepper === undefined)
    return { kind: 'skipped', part, reason: 'KURZ_TOKEN_PEPPER is not set, so no token can be made' };
  const seen = `a link of ${workspaceId} through ${apiUrl}`;
  try {
    const name = 'kurz doctor';
    const limits = { expiresAt: new Date(Date.now() + settings.countedMs + TOKEN_MS), networks: [] };
    const wanted = { workspaceId, name, scopes: SCOPES, limits };
    const token = await createWorkspaceToken(db, tokenPepper, wanted, by);
    if (token.kind !== 'created') {
      const reason = `there is no workspace ${workspaceId}`;
      return { kind: 'examined', part, seen, findings: [finding('probe_not_created', { reason })] };
    }
    try {
      const findings = await goTheWay(apiOf(apiUrl, token.secret), settings);
      return { kind: 'examined', part, seen, findings };
    } finally {
      await revokeToken(db, token.tokenId, { workspaceId }, by);
    }
  } catch (error) {
    const findings = [finding('probe_not_created', { reason: reasonOf(error) })];
    return { kind: 'examined', part, seen, findings };
  }
}
