// A team's workspace after two months: links of campaigns, visits of people, scans and bots from several countries, an
// invited member, an unverified domain and a token. Every number is the same in each run.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnAdminJson } from '../flow/spawn-admin-command';
import type { OpenedConsole } from './open-console';

const DAY_MS = 86_400_000;

const utm = (campaign: string, source: string, medium: string) =>
  `?utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign}`;

/** `visits`: visits per day at the peak. */
const LINKS = [
  { slug: 'summer', title: 'Summer sale', at: `/sale${utm('summer', 'newsletter', 'email')}`, visits: 34 },
  {
    slug: 'summer-ig',
    title: 'Summer sale, stories',
    at: `/sale${utm('summer', 'instagram', 'social')}&utm_content=story`,
    visits: 22,
  },
  {
    slug: 'poster',
    title: 'Poster in the window',
    at: `/sale${utm('summer', 'poster', 'print')}`,
    visits: 17,
  },
  {
    slug: 'launch',
    title: 'Launch of the garden line',
    at: `/garden${utm('garden', 'partners', 'referral')}`,
    visits: 12,
  },
  {
    slug: 'garden-ads',
    title: '',
    at: `/garden${utm('garden', 'search', 'cpc')}&utm_term=garden+chairs`,
    visits: 9,
  },
  { slug: 'jobs', title: 'We are hiring', at: '/jobs', visits: 5 },
  { slug: 'menu', title: 'Menu of the week', at: '/menu.pdf', visits: 14 },
  { slug: 'feedback', title: 'How was your visit?', at: '/feedback', visits: 3 },
] as const;

const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];
const ADDRESSES = [
  '91.12.7.3',
  '84.115.20.1',
  '62.2.17.9',
  '81.2.69.142',
  '8.8.8.8',
  '90.84.1.1',
  '91.12.9.9',
];
const REFERRERS = [
  '',
  'https://www.instagram.com/',
  'https://news.example/',
  '',
  'https://t.co/x',
  'https://www.google.com/',
];
const LANGUAGES = ['de-DE,de;q=0.9', 'en-GB,en;q=0.8', 'de-AT', 'fr-FR', 'de'];

/** A sequence that looks like chance, from 0 up to 1. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

function visitsOf(days: number): string[] {
  const next = chance(7);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)];
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const lines: string[] = [];
  for (let day = days; day >= 1; day--) {
    const weekend = [0, 6].includes(new Date(today - day * DAY_MS).getUTCDay()) ? 0.55 : 1;
    for (const { slug, visits } of LINKS) {
      const swell = 0.45 + 0.35 * Math.sin((days - day) / 8 + slug.length) + 0.3 * (1 - day / days);
      const count = Math.round(Math.max(0.1, swell) * weekend * visits * (0.8 + 0.4 * next()));
      for (let index = 0; index < count; index++) {
        const isScan = slug === 'poster' || slug === 'menu' ? next() < 0.7 : next() < 0.12;
        lines.push(
          JSON.stringify({
            time: today - day * DAY_MS + Math.floor(next() * DAY_MS),
            path: `${isScan ? '/q' : ''}/${slug}`,
            method: 'GET',
            address: pick(ADDRESSES),
            userAgent: next() < 0.88 ? pick(AGENTS.slice(0, 4)) : AGENTS[4],
            referrer: pick(REFERRERS),
            language: pick(LANGUAGES),
          }),
        );
      }
    }
  }
  return lines;
}

async function importVisits({ product }: OpenedConsole, days: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-visits-'));
  try {
    const file = path.join(folder, 'visits.ndjson');
    writeFileSync(file, `${visitsOf(days).join('\n')}\n`);
    const words = ['visits', 'import', file, '--format', 'ndjson', '--zone', product.zone];
    await spawnAdminJson(product.dataDirectory, ...words);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills the workspace of the first start, with visits on `days` days before today; default: today's alone. */
export async function fillWorkspace(world: OpenedConsole, days = 0): Promise<void> {
  const { v1, x, product, workspaceId } = world;
  for (const { slug, title, at } of [...LINKS].reverse()) {
    const made = await v1('POST', '/urls', { slug, title, url: `https://shop.example${at}` });
    if (made.status !== 201) throw new Error(`${slug}: ${made.status} ${await made.text()}`);
  }
  await v1('PATCH', '/urls/feedback', { isEnabled: false });
  if (days > 0) await importVisits(world, days);
  for (const [index, target] of [
    '/summer',
    '/q/poster',
    '/summer',
    '/summer-ig',
    '/q/menu',
    '/launch',
  ].entries()) {
    const headers = { 'User-Agent': AGENTS[index % AGENTS.length] ?? '', Referer: 'https://news.example/' };
    await fetch(product.url + target, { headers, redirect: 'manual' });
  }
  const below = `/workspaces/${workspaceId}`;
  const asked = await Promise.all([
    x('POST', `${below}/invitations`, { email: 'grace@example.com', role: 'admin' }),
    x('POST', `${below}/zones`, { domain: 'go.garden.example' }),
    x('POST', `${below}/tokens`, {
      name: 'Nightly report',
      expiresAt: null,
      networks: [],
      scopes: ['links:read', 'stats:read'],
    }),
    x('POST', '/tokens', {
      name: 'My notebook',
      expiresAt: null,
      networks: ['203.0.113.0/24'],
      personalScopes: [],
      grants: [{ workspaceId, scopes: ['links:read'] }],
    }),
  ]);
  for (const answer of asked) {
    if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
  }
}
