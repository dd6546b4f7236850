// Finds the links of a log's slugs and caches them for the duration of an import. Creates missing links on request.

import {
  destinationOf,
  importLinks,
  MAX_IMPORTED_LINKS,
  type AuditActor,
  type CountedLink,
  type ImportedLink,
} from '@kurz/api';
import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { TargetSlug } from './slug-of-target';

export type LinkFinder = (slugs: TargetSlug[]) => Promise<Map<string, CountedLink>>;

/** The workspace of missing links. They lead to `destinationBase` plus the log's path, a scan's without its `/q`. */
export type MissingLinkOptions = { workspaceId: string; destinationBase: URL; by: AuditActor };

export type LinkFinderDeps = {
  db: Db;
  zone: { id: string; domain: string };
  missing: MissingLinkOptions | undefined;
  /** Called with the number of links made. */
  onCreated: (links: number) => void;
};

const MAX_TITLE = 256;
/** Characters that are not allowed in titles. PostgreSQL takes no NUL in a text. */
const NOT_OF_TITLES = /[\p{Cc}\p{Cs}]/gu;

const titleOf = (path: string) => Array.from(path.replace(NOT_OF_TITLES, '')).slice(0, MAX_TITLE).join('');

/**
 * A scan leads to the same destination as a click, because `/q/` is only this service's way to count scans. Undefined
 * when the path makes no valid destination, such as a path that is too long.
 */
function missingLinkOf({ slug, isScan, path: logged }: TargetSlug, base: URL): ImportedLink | undefined {
  const path = isScan ? `/${slug}` : logged;
  const { href } = new URL(`${base.origin}${base.pathname.replace(/\/$/, '')}${path}`);
  const destination = destinationOf(href);
  if (destination.kind === 'refused') return undefined;
  return { slug, url: href, location: destination.location, title: titleOf(path) };
}

/** The existing links of the given slugs. */
async function findLinksOfSlugs(db: Db, zoneId: string, slugs: string[]): Promise<Map<string, CountedLink>> {
  const { rows } = await sql<{ slug: string; id: string; workspace_id: string }>`
    SELECT slug, id, workspace_id FROM links WHERE zone_id = ${zoneId} AND slug = ANY(${slugs})`.execute(db);
  return new Map(rows.map((row) => [row.slug, { linkId: row.id, workspaceId: row.workspace_id }]));
}

export function makeLinkFinder({ db, zone, missing, onCreated }: LinkFinderDeps): LinkFinder {
  const known = new Map<string, CountedLink>();
  const learn = async (slugs: string[]) => {
    for (const [slug, link] of await findLinksOfSlugs(db, zone.id, slugs)) known.set(slug, link);
  };
  return async (slugs) => {
    const bySlug = new Map(
      slugs.filter(({ slug }) => !known.has(slug)).map((target) => [target.slug, target]),
    );
    if (bySlug.size > 0) await learn([...bySlug.keys()]);
    const absent = [...bySlug.values()].filter(({ slug }) => !known.has(slug));
    if (missing && absent.length > 0) {
      const links = absent.flatMap((target) => missingLinkOf(target, missing.destinationBase) ?? []);
      for (let at = 0; at < links.length; at += MAX_IMPORTED_LINKS) {
        const some = links.slice(at, at + MAX_IMPORTED_LINKS);
        onCreated(await importLinks(db, zone, missing, some));
      }
      await learn(absent.map(({ slug }) => slug));
    }
    return known;
  };
}
