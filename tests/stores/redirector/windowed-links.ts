// Links with a start and an end, and a redirector that a test can cut off from the link cache and PostgreSQL.

import { ask, type Asked } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import { addLink, addWorkspace, publishLink, SHARED_ZONE } from './stored-links';

export type OpenWindowed = OpenRedirector & {
  get: (path: string) => Promise<Asked>;
  /** Neither the link cache nor PostgreSQL answers from now on. */
  cutOff: () => void;
};

export async function openWindowed({ hasFastPath }: { hasFastPath: boolean }): Promise<OpenWindowed> {
  let isAway = false;
  const away = () => Promise.reject(new Error('away'));
  const open = await openRedirector({
    hasFastPath,
    around: (linkCache) => ({
      ...linkCache,
      getAll: (keys) => (isAway ? away() : linkCache.getAll(keys)),
      subscribe: async (onChange, onMissed) => {
        const subscription = await linkCache.subscribe(onChange, onMissed);
        return { ...subscription, isConnected: () => !isAway && subscription.isConnected() };
      },
    }),
  });
  await addWorkspace(open.db);
  await open.linkCache.publishZone(SHARED_ZONE);
  return {
    ...open,
    get: (path) => ask(open.port, `/${path}`),
    cutOff: () => {
      isAway = true;
      open.reads.holdBack(away);
    },
  };
}

export type Given = {
  /** ms from now. */
  startsIn?: number;
  endsIn?: number;
  expired?: string;
  isEnabled?: boolean;
  isRestricted?: boolean;
  isUnsafe?: boolean;
  /** Whether the link cache knows it. Default: true. */
  isPublished?: boolean;
};

/** Adds a link to `https://example.com/<slug>`; stores and publishes it as the API does. */
export async function makeWindowedLink(open: OpenRedirector, slug: string, given: Given): Promise<void> {
  await addLink(open.db, slug, given);
  const { startsIn, endsIn, expired = null, isPublished = true } = given;
  const at = (ms: number | undefined) => (ms === undefined ? null : open.wallNow() + ms);
  const startsAt = at(startsIn);
  const expiresAt = at(endsIn);
  await open.db
    .updateTable('links')
    .set({
      starts_at: startsAt === null ? null : new Date(startsAt),
      expires_at: expiresAt === null ? null : new Date(expiresAt),
      expired_url: expired,
      expired_location: expired,
    })
    .where('slug', '=', slug)
    .execute();
  if (isPublished) await publishLink(open, slug);
}
