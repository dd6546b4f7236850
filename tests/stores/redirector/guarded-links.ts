// Links with a password, and a visitor who sends the password as a browser does.

import { hashPassword } from '@kurz/password-hash';
import { ask, type Asked, type AskOptions } from './ask';
import { openRedirector, type OpenRedirector } from './open-redirector';
import {
  addLink,
  addWorkspace,
  changeLink,
  publishLink,
  SHARED_ZONE,
  type LinkChange,
  type LinkFlags,
} from './stored-links';

export const PASSWORD = 'correct horse';

type Given = LinkFlags & {
  password?: string;
  conditions?: string;
  expiresAt?: Date;
  expired?: string;
  isPublished?: boolean;
};

/** Adds a link behind a password; by default to `https://example.com/<slug>`, behind PASSWORD. */
export async function addGuardedLink(
  open: Pick<OpenRedirector, 'db' | 'linkCache'>,
  slug: string,
  { password = PASSWORD, conditions, expiresAt, expired, isPublished = true, ...flags }: Given = {},
): Promise<void> {
  await addLink(open.db, slug, flags);
  await open.db
    .updateTable('links')
    .set({
      password_hash: await hashPassword(password),
      conditions: conditions ?? null,
      expires_at: expiresAt ?? null,
      expired_location: expired ?? null,
    })
    .where('slug', '=', slug)
    .execute();
  if (isPublished) await publishLink(open, slug);
}

export function give(
  port: number,
  path: string,
  password: string,
  headers: AskOptions['headers'] = {},
): Promise<Asked> {
  return ask(port, `/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: `password=${encodeURIComponent(password)}`,
  });
}

/** The Cookie header that a browser sends from now on; '' when no cookie was set. */
export const cookieOf = ({ headers }: Asked): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1).join('')).join('; ');

export type OpenGuarded = OpenRedirector & {
  get: (path: string, headers?: AskOptions['headers'], method?: string) => Promise<Asked>;
  /** The location to which a browser with the cookie is redirected; the status when it is not. */
  led: (path: string, cookie: string) => Promise<string | number | undefined>;
  /** Changes a link and publishes the change. */
  update: (slug: string, change: LinkChange) => Promise<void>;
};

/** A redirector behind one proxy, with the shared zone. */
export async function openGuarded({ hasFastPath }: { hasFastPath: boolean }): Promise<OpenGuarded> {
  const open = await openRedirector({ hasFastPath, settings: { trustedProxies: 1 } });
  await addWorkspace(open.db);
  await open.linkCache.publishZone(SHARED_ZONE);
  const get: OpenGuarded['get'] = (path, headers = {}, method = 'GET') =>
    ask(open.port, `/${path}`, { method, headers });
  return {
    ...open,
    get,
    led: async (path, cookie) => {
      const { status, headers } = await get(path, { cookie });
      return status === 302 ? headers.location : status;
    },
    update: (slug, change) => changeLink(open.db, open.linkCache, slug, change),
  };
}
