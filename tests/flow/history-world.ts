// The embedded product, into which links move with their history, and all that it counts of a domain's links.

import { setTimeout as sleep } from 'node:timers/promises';
import { HIGH_LIMIT_PLANS } from '../high-limit-plans';
import { until } from '../until';
import { openBrowser, PASSWORD } from '../contract/console-browser';
import { makeImporter } from '../contract/import-job';
import { TOKEN } from '../stores/admin/fake-peer';
import { makeLinkReader, type ListedLink, type Stats } from './link-reader';
import { adminJson, runAdminCommandWith } from './admin-command';
import { adminResultOf, jsonOf, ownWorkspaceIn } from './spawn-admin-command';
import { spawnBuilt, startStandalone } from './start-standalone';

export type CountedLink = Pick<ListedLink, 'slug' | 'hits'> & Omit<Stats, 'freshness'>;

/** The person that a first start creates. */
const OWNER = 'owner@localhost';
/** Random part of the time after which a run is killed; 300 ms come before it. */
const MAX_RUN_MS = 2_500;
const WINDOW = 'from=2026-09-01&to=2026-10-31';

export async function openHistoryWorld(settings: Readonly<Record<string, string>> = {}) {
  const environment = { ...HIGH_LIMIT_PLANS, ...settings };
  let kurz = await startStandalone({ isNew: false, environment });
  const { dataDirectory, token } = kurz;
  const workspace = ownWorkspaceIn(await adminJson(dataDirectory, 'workspace', 'list'));
  const reader = () => makeLinkReader({ url: kurz.url, token });

  const spawn = (words: string[]) => {
    const { child, finished } = spawnBuilt('admin command', [...words, '--json'], {
      KURZ_DATA_DIR: dataDirectory,
    });
    child.stdin.on('error', () => undefined).end(`${TOKEN}\n`);
    return { child, finished: finished.then(adminResultOf) };
  };
  const linksOn = async (domain: string) =>
    (await reader().allLinks()).filter(({ zoneDomain }) => zoneDomain === domain);

  /** A product that has just started may have no analytics yet. */
  const statsOf = (slug: string, query: string) =>
    reader()
      .statsOf(slug, query)
      .catch((error: unknown) => {
        if (String(error).includes('ANALYTICS_UNAVAILABLE')) return undefined;
        throw error;
      });
  const finalStatsOf = async (slug: string, query: string): Promise<Stats> => {
    let stats = await statsOf(slug, query);
    while (stats?.freshness !== 'final') {
      await until(async () => (stats = await statsOf(slug, query))?.freshness === 'final');
    }
    return stats;
  };

  return {
    workspace,
    spawn,
    /** Kills up to `most` runs at random moments, until one ends by itself. Resolves with the number of kills. */
    killed: async (words: string[], most: number): Promise<number> => {
      for (let kills = 0; kills < most; kills++) {
        const { child, finished } = spawn(words);
        await Promise.race([sleep(300 + Math.random() * MAX_RUN_MS), finished]);
        child.kill('SIGKILL');
        if ((await finished).code !== null) return kills;
      }
      return most;
    },
    /** Runs the command in this process, beside the running product. */
    run: async (...words: string[]) => {
      const folder = { KURZ_DATA_DIR: dataDirectory };
      return jsonOf(words, await runAdminCommandWith(`${TOKEN}\n`, folder, ...words, '--json'));
    },
    /** The same as a process: for a stopped product, and after a kill, whose lock is held for a moment longer. */
    spawned: async (...words: string[]) => jsonOf(words, await spawn(words).finished),
    /** A new domain, and the arguments of an import into it. */
    newPlace: async (domain: string) => {
      await adminJson(dataDirectory, 'zone', 'add', domain, '--workspace', workspace, '--verified');
      return { domain, into: ['--workspace', workspace, '--zone', domain] };
    },
    linksOn,
    /** The web app's importer, signed in as the owner. */
    openImporter: async () => {
      const words = ['user', 'set-password', '--email', OWNER];
      await runAdminCommandWith(`${PASSWORD}\n`, { KURZ_DATA_DIR: dataDirectory }, ...words);
      const browser = openBrowser({ baseUrl: kurz.url });
      await browser.signIn(OWNER, PASSWORD);
      return makeImporter({ browser }, workspace);
    },
    /** Waits until all hits of a domain are counted: nobody waits for the counts of a killed command's journal. */
    settled: (domain: string, hits: number) =>
      until(async () => (await linksOn(domain)).reduce((sum, link) => sum + link.hits, 0) >= hits),
    /** The counts of each link on a domain; `slugs`: of these alone. */
    countsOn: async (domain: string, slugs?: readonly string[]): Promise<CountedLink[]> => {
      const counted: CountedLink[] = [];
      for (const { slug, hits } of await linksOn(domain)) {
        if (slugs && !slugs.includes(slug)) continue;
        const stats = await finalStatsOf(slug, `?zoneDomain=${domain}&${WINDOW}`);
        const { totals, allTime, series, geo, referrers, devices, browsers, os, languages, imported } = stats;
        const lists = { geo, referrers, devices, browsers, os, languages, imported };
        counted.push({ slug, hits, totals, allTime, series, ...lists });
      }
      return counted.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    },
    kill: () => kurz.kill(),
    restart: async () => {
      kurz = await kurz.restart({ environment });
    },
    stop: () => kurz.stop(),
    close: () => kurz.close(),
  };
}

export type HistoryWorld = Awaited<ReturnType<typeof openHistoryWorld>>;
