// A redirector and an API on a Redis in trouble, under visitors and changes: each link redirects as it should all the
// while, and what was changed is published afterwards.

import type { LinkCache } from '@kurz/link-cache';
import { openedOrClosed, type Closing } from '@kurz/process';
import { until } from '../../until';
import type { Asked } from './askers';
import { linkCacheFaults } from './link-cache-faults';
import { makeLinkTruth } from './link-truth';
import { openLinkWorld } from './link-world';
import { spreadText } from './spread-of';
import { startTruthVisitors } from './start-truth-visitors';

const VISITORS = { connections: 8, pauseMs: 4 };
/** Visits before the trouble and after it. */
const VISITS = 2_000;
const CHANGES_AFTER = 10;

export const TROUBLED_WORKERS = 2;
/** Matches a worker that subscribes to changes, in CLIENT LIST. */
export const LISTENER = /name=kurz-redirector-subscriber .* sub=2 /g;

/** `word` is part of the destinations that changes set. `run` resolves when changes can be published again. */
export type Trouble = { name: string; word: string; run: () => Promise<void> };

export type Troubled = {
  /** Redirects that were wrong. */
  faults: readonly string[];
  /** Latencies of redirects before the trouble, and since it began, ms. */
  quiet: number[];
  since: number[];
  /** From the end of `run` until all changes were published, ms. */
  publishedMs: number;
};

export type TroubledRedis = {
  endure: (trouble: Trouble) => Promise<Troubled>;
  /** Links whose entry in the link cache differs from PostgreSQL. */
  faultsOf: (linkCache: LinkCache) => Promise<string[]>;
  close: () => Promise<void>;
};

const times = (answers: readonly Asked[]) => answers.map(({ sentAt, at }) => at - sentAt);

/** `url` is that of the Redis. */
export const openTroubledRedis = (url: string, links: number): Promise<TroubledRedis> =>
  openedOrClosed((closing) => openAll(closing, { url, links }));

async function openAll(closing: Closing, { url, links }: { url: string; links: number }) {
  const slugs = Array.from({ length: links }, (_, index) => `link-${index}`);
  const truth = makeLinkTruth();
  const world = await openLinkWorld();
  closing.add('world', world.close);
  const settings = { KURZ_REDIS_URL: url };
  const api = await world.startApi(settings);
  const redirector = await world.startRedirector({ KURZ_WORKERS: String(TROUBLED_WORKERS), ...settings });

  const write = async (method: 'POST' | 'PATCH', slug: string, name: string) => {
    const destination = `https://example.com/${slug}/${name}`;
    const taken = truth.asked(slug, destination);
    const answer =
      method === 'POST'
        ? await api.call('POST', '/urls', { slug, url: destination })
        : await api.call('PATCH', `/urls/${slug}`, { url: destination });
    expect([slug, answer.status]).toEqual([slug, method === 'POST' ? 201 : 200]);
    taken(answer.at);
  };
  for (const slug of slugs) await write('POST', slug, 'first');

  let asked = 0;
  const next = () => `/${slugs[asked++ % links]}`;
  const isAllPublished = async () =>
    (await world.db.selectFrom('link_changes').select('id').execute()).length === 0;

  const endure = async ({ name, word, run }: Trouble): Promise<Troubled> => {
    const visitors = startTruthVisitors({ truth, next }, { port: redirector.port, ...VISITORS });
    await visitors.more(VISITS);
    const quiet = times(visitors.answers);
    const begun = performance.now();
    let isOver = false;
    let changes = 0;
    const writer = (async () => {
      for (; !isOver; changes++) await write('PATCH', slugs[changes % links] ?? '', `${word}-${changes}`);
    })();
    try {
      await run();
    } catch (error) {
      isOver = true;
      await writer;
      throw error;
    }
    const over = performance.now();
    const before = changes;
    await until(() => changes > before + CHANGES_AFTER, { what: 'changes are taken' });
    isOver = true;
    await writer;
    await until(isAllPublished, { what: 'all is published' });
    const publishedMs = performance.now() - over;
    await visitors.more(VISITS);
    await visitors.stop();
    const since = times(visitors.answers.filter(({ sentAt }) => sentAt > begun));
    process.stderr.write(
      [
        `While ${name}: ${(over - begun).toFixed()} ms, ${changes} changes published ${publishedMs.toFixed()} ms later`,
        `  redirects before      ${spreadText(quiet)}`,
        `  since                 ${spreadText(since)}\n`,
      ].join('\n'),
    );
    return { faults: visitors.faults, quiet, since, publishedMs };
  };
  return {
    endure,
    faultsOf: (linkCache: LinkCache) => linkCacheFaults({ db: world.db, linkCache }, slugs),
    close: closing.close,
  };
}
