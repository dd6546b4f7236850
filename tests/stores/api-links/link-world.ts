// Links on a real Postgres without HTTP: the functions behind the routes, and a way to compare the link cache with the
// database.

import { startPostgres, type TestPostgres } from '@kurz/backends';
import { openDatabase, type Db, type Plan } from '@kurz/database';
import { makeMemoryLinkCache, type LinkCacheKey, type LinkCache } from '@kurz/link-cache';
import { makeClosing, silentLog, systemClock } from '@kurz/process';
import type { ActingWorkspace } from '../../../services/api/src/access/actor';
import { makeOutboxRelay, type OutboxRelay } from '../../../services/api/src/outbox/outbox-relay';
import { makeCreateLink, type CreateLink } from '../../../services/api/src/links/create-link';
import { makeDeleteLink, type DeleteLink } from '../../../services/api/src/links/delete-link';
import { makeEditLink, type EditLink } from '../../../services/api/src/links/edit-link';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

export const ZONE = 'zon_1';

export type LinkWorld = {
  postgres: TestPostgres;
  db: Db;
  linkCache: LinkCache;
  outboxRelay: OutboxRelay;
  /** These three functions commit their changes and do not publish them. */
  createLink: CreateLink;
  editLink: EditLink;
  deleteLink: DeleteLink;
  addWorkspace: (plan?: Plan) => Promise<ActingWorkspace>;
  setUsed: (workspaceId: string, used: number) => Promise<void>;
  usedOf: (workspaceId: string) => Promise<number>;
  /** The state of a key in the database, which a redirector must see. */
  truthOf: (key: LinkCacheKey) => Promise<{ linkId: string; location: string; state: string } | undefined>;
  close: () => Promise<void>;
};

export async function startLinks(options: { maxConnections?: number } = {}): Promise<LinkWorld> {
  const closing = makeClosing();
  const postgres = await startPostgres();
  closing.add('postgres', postgres.close);
  const { db, close } = openDatabase({
    ...postgres.options,
    maxConnections: options.maxConnections ?? 20,
    onError: () => undefined,
    // hundreds of requests wait for a connection at once; the tests do not measure their timeouts
    ...LENIENT_TIMEOUTS,
  });
  closing.add('database', close);
  const linkCache = makeMemoryLinkCache({ maxEntries: 10_000 });
  closing.add('link_cache', linkCache.close);
  await db.insertInto('users').values({ id: 'usr_1', email: 'a@example.com' }).execute();
  await db
    .insertInto('zones')
    .values({ id: ZONE, domain: 'krz.example', name: 'Kurz', zone_type: 'global', is_default: true })
    .execute();
  const outboxRelay = makeOutboxRelay({ db, linkCache, log: silentLog, clock: systemClock });
  closing.add('outboxRelay', outboxRelay.close);
  let workspaces = 0;
  return {
    postgres,
    db,
    linkCache,
    outboxRelay,
    createLink: makeCreateLink({ db, clock: systemClock }, {}),
    editLink: makeEditLink({ db }),
    deleteLink: makeDeleteLink({ db }),
    addWorkspace: async (plan = 'pro') => {
      const id = `ws_${++workspaces}`;
      await db.insertInto('workspaces').values({ id, name: id, owner_id: 'usr_1', plan }).execute();
      const workspace = {
        billing: { anchor: '2026-01-01', isYearly: false, changesOn: null, yearStartsIn: null },
        defaultZoneId: null,
        isInTransfer: false,
      };
      return { id, plan, ...workspace };
    },
    setUsed: async (workspaceId, used) => {
      await db.updateTable('link_quota').set({ used }).where('workspace_id', '=', workspaceId).execute();
    },
    usedOf: async (workspaceId) => {
      const rows = await db
        .selectFrom('link_quota')
        .select('used')
        .where('workspace_id', '=', workspaceId)
        .execute();
      return rows.reduce((sum, row) => sum + row.used, 0);
    },
    truthOf: async ({ zoneId, slug }) => {
      const link = await db
        .selectFrom('links')
        .select(['id', 'location', 'is_enabled'])
        .where('zone_id', '=', zoneId)
        .where('slug', '=', slug)
        .executeTakeFirst();
      return (
        link && { linkId: link.id, location: link.location, state: link.is_enabled ? 'enabled' : 'paused' }
      );
    },
    close: closing.close,
  };
}
