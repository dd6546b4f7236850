// The outbox: changes that are committed and not yet in the link cache. Read from Postgres four times a second, so that
// an API without Redis leaves no redirector with an old state. A pending change drops its link from the near cache, and
// the link cache is not asked for that link until the change is published.
//
// While Postgres cannot be read, the last result stays valid: without Postgres nothing changes.

import type { Db } from '@kurz/database';
import type { LinkCacheKey, OnChange } from '@kurz/link-cache';
import { type Log } from '@kurz/process';
import { within } from '@kurz/resilience';

export type OutboxWatch = {
  /** Whether the link cache may hold an old state of the link. */
  isWaiting: (key: LinkCacheKey) => boolean;
  close: () => Promise<void>;
};

type OutboxRow = { id: number; zoneId: string; slug: string | null };

/** With more than this, every link counts as pending. */
export const MAX_IN_OUTBOX = 10_000;

/** The oldest changes that are committed and not yet in the link cache; nearly always none. */
export function readOutbox(db: Db, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom('link_changes')
    .select(['id', 'zone_id as zoneId', 'slug'])
    .orderBy('id')
    .limit(limit)
    .execute();
}

const keyOf = (zoneId: string, slug: string | null) => `${zoneId}/${slug ?? ''}`;

/**
 * Resolves after the first read, even if that failed. `everyMs` 0: never reads, for a link cache that cannot be cut
 * off.
 */
export async function watchOutbox(
  deps: {
    db: Db;
    log: Log;
    onChange: OnChange;
    onMissed: () => void;
    /** Called after each successful read. */
    done?: () => void;
  },
  config: { everyMs: number },
): Promise<OutboxWatch> {
  const { log, onChange, onMissed } = deps;
  let ids = new Set<number>();
  let keys = new Set<string>();
  let isFlooded = false;
  let hasFailed = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();

  const learn = (changes: readonly OutboxRow[]) => {
    isFlooded = changes.length > MAX_IN_OUTBOX;
    const known = isFlooded ? [] : changes;
    const before = ids;
    ids = new Set(known.map(({ id }) => id));
    keys = new Set(known.map(({ zoneId, slug }) => keyOf(zoneId, slug)));
    // listeners look up again at once: by then the change has to be known as pending
    if (isFlooded) onMissed();
    for (const { id, zoneId, slug } of known) if (!before.has(id)) onChange({ zoneId, slug });
  };

  const read = async () => {
    try {
      learn(await within(2 * config.everyMs, readOutbox(deps.db, MAX_IN_OUTBOX + 1)));
      hasFailed = false;
      deps.done?.();
    } catch (error) {
      if (!hasFailed) log.debug({ event: 'outbox_unreadable', err: error });
      hasFailed = true;
    }
    if (!isClosed) timer = setTimeout(() => (reading = read()), config.everyMs).unref();
  };

  if (config.everyMs > 0) await (reading = read());
  return {
    isWaiting: ({ zoneId, slug }) => isFlooded || keys.has(keyOf(zoneId, slug)),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await reading;
    },
  };
}
