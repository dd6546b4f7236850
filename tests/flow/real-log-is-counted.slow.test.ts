// A real web server's log, imported and replayed, against an independent count of the file.

import { Agent, request } from 'node:http';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { adminJson } from './admin-command';
import { ownWorkspaceIn, spawnAdminJson } from './spawn-admin-command';
import { LISTS, makeLinkReader, sumOf, type ListedLink, type Stats } from './link-reader';
import {
  dateOf,
  groupBy,
  REAL_LOG,
  realRequests,
  shiftToLastMonth,
  tally,
  type RealRequest,
} from './real-log';
import { startStandalone, type RunningStandalone } from './start-standalone';

const shiftDays = shiftToLastMonth();
const days = realRequests.map(({ day }) => day);
const window = `?from=${dateOf(Math.min(...days), shiftDays)}&to=${dateOf(Math.max(...days), shiftDays)}`;

let kurz: RunningStandalone;
let links: ListedLink[];
let reader: ReturnType<typeof makeLinkReader>;
let imported: Record<string, unknown>;
const statsBySlug = new Map<string, Stats>();
/** Paths that differ only in a slash at the end of a legal slug are one link. */
const linkPathOf = (target: string) => target.replace(/^(\/[\w-]{3,})\/$/, '$1');
const requestsByPath = groupBy(realRequests, (line) => linkPathOf(line.path));
const slugOf = new Map<string, string>();

beforeAll(async () => {
  kurz = await startStandalone({ isNew: false, environment: HIGH_LIMIT_PLANS });
  reader = makeLinkReader(kurz);
  const workspace = ownWorkspaceIn(await adminJson(kurz.dataDirectory, 'workspace', 'list'));
  const where = ['--zone', kurz.zone, '--create-links', '--workspace', workspace];
  const how = ['--format', 'combined', '--shift-days', String(shiftDays)];
  imported = await spawnAdminJson(kurz.dataDirectory, 'visits', 'import', REAL_LOG, ...how, ...where);
  links = await reader.allLinks();
  for (const link of links) slugOf.set(linkPathOf(link.title), link.slug);
  for (const { slug } of links) statsBySlug.set(slug, await reader.statsOf(slug, window));
});

afterAll(() => kurz.close());

const statsOfPath = (target: string): Stats => {
  const stats = statsBySlug.get(slugOf.get(target.slice(0, 256)) ?? '');
  if (!stats) throw new Error(`no link for ${target}`);
  return stats;
};

describe('an imported log', () => {
  it('is read to its last line, with the one that does not parse shown', () => {
    expect(imported).toMatchObject({
      lines: 10_000,
      counted: 9_999,
      unreadable: 1,
      withoutLink: 0,
      linksCreated: requestsByPath.size,
    });
    expect(realRequests).toHaveLength(9_999);
  });

  it('gives every path a link, and every link its lines', () => {
    expect(links).toHaveLength(requestsByPath.size);
    for (const [target, lines] of requestsByPath) {
      expect(`${target} ${statsOfPath(target).totals.requests}`).toBe(`${target} ${lines.length}`);
    }
    for (const { slug, hits } of links) expect(hits).toBe(statsBySlug.get(slug)?.totals.requests);
  });

  it('counts each link and day as the file has it', () => {
    for (const [target, lines] of requestsByPath) {
      const expected = [...tally(lines, ({ day }) => dateOf(day, shiftDays))].sort();
      expect(statsOfPath(target).series.map(({ date, n }) => [date, n])).toEqual(expected);
      expect(statsOfPath(target).allTime.trackingSince).toBe(expected[0]?.[0]);
    }
  });

  it('splits every request into bot or human, and every list sums to the humans', () => {
    let humans = 0;
    for (const { totals, series, ...lists } of statsBySlug.values()) {
      expect(totals.bots + totals.human).toBe(totals.requests);
      expect(totals.click + totals.qr).toBe(totals.human);
      expect(series.reduce((sum, { n, b }) => sum + n - b, 0)).toBe(totals.human);
      for (const list of LISTS) expect(sumOf(lists[list])).toBe(totals.human);
      humans += totals.human;
    }
    expect(humans).toBeGreaterThan(4_000);
    expect(humans).toBeLessThan(9_000);
  });

  it('takes every HEAD request for a bot', () => {
    const heads = realRequests.filter(({ method }) => method === 'HEAD');
    expect(heads).toHaveLength(42);
    for (const [target, lines] of requestsByPath) {
      const { bots } = statsOfPath(target).totals;
      expect(bots).toBeGreaterThanOrEqual(lines.filter(({ method }) => method === 'HEAD').length);
    }
  });

  it('has no more humans from a host than the file has lines from it', () => {
    const hostOf = ({ referrer }: RealRequest) =>
      /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(referrer)?.[1]?.toLowerCase() ?? '~direct';
    const impossible: string[] = [];
    for (const [target, lines] of requestsByPath) {
      // the log has odd header bytes escaped; the product's own tests check which host they make
      if (lines.some(({ referrer }) => referrer.includes('\\'))) continue;
      const inFile = tally(lines, hostOf);
      for (const { k, v } of statsOfPath(target).referrers) {
        if (v > (inFile.get(k) ?? 0)) impossible.push(`${target}: ${v} from ${k}`);
      }
    }
    expect(impossible).toEqual([]);
  });
});

/** The log has odd header bytes escaped, so it differs from what was sent. Only GET and HEAD are redirected. */
const isSentAsLogged = ({ method, referrer, agent }: RealRequest) =>
  /^(GET|HEAD)$/.test(method) && !referrer.includes('\\') && !agent.includes('\\');

describe('the same requests sent live', () => {
  /** All requests of a link or none, so that live counts can be compared with imported ones. */
  const replayed = [...requestsByPath]
    .filter(([, lines]) => lines.length <= 60 && lines.every(isSentAsLogged))
    .slice(0, 250);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  afterAll(() => agent.destroy());

  const send = (slug: string, { method, agent: userAgent, referrer }: RealRequest) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers: Record<string, string> = { host: kurz.zone };
      if (userAgent !== '-') headers['user-agent'] = userAgent;
      if (referrer !== '-') headers['referer'] = referrer;
      request(
        { host: '127.0.0.1', port: kurz.port, path: `/${slug}`, method, agent, headers },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        },
      )
        .once('error', reject)
        .end();
    });

  it('are all answered, and counted like the imported ones', async () => {
    const answers = await Promise.all(
      replayed.flatMap(([target, lines]) =>
        lines.map((line) => send(slugOf.get(target.slice(0, 256)) ?? '', line)),
      ),
    );
    expect(answers.length).toBeGreaterThan(500);
    expect(answers.every((status) => status === 302)).toBe(true);
    for (const [target, lines] of replayed) {
      const slug = slugOf.get(target.slice(0, 256)) ?? '';
      const today = dateOf(Math.floor(Date.now() / 86_400_000));
      const yesterday = dateOf(Math.floor(Date.now() / 86_400_000) - 1);
      const live = await reader.settledStats(slug, lines.length, `?from=${yesterday}&to=${today}`);
      const past = statsOfPath(target);
      expect(live.totals).toEqual(past.totals);
      for (const list of ['referrers', 'devices', 'browsers', 'os'] as const) {
        expect(live[list]).toEqual(past[list]);
      }
    }
  });
});
