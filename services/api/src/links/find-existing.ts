// Finds the link that a workspace has for a destination already: `findExisting=url` of POST /urls.

import { lockNames, type Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import { sql } from 'kysely';
import type { ActingWorkspace } from '../access/actor';
import type { Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';
import { queryReaderOf } from '../openapi/query-reader-of';
import { linkRows, type LinkRow } from './link-rows';
import { composeConditions, NO_CONDITIONS } from './rules/rule-object';
import { prepareLinks } from './prepare-links';

const readQuery = queryReaderOf<{ findExisting?: 'url' }>('createLink');

/** `endpoint`: for the Idempotency-Key; a request that seeks differs from the same body without `findExisting`. */
export function readSought(
  query: ApiRequest['query'],
): { kind: 'sought'; isSought: boolean; endpoint: string } | Refusal {
  const read = readQuery(query);
  if (read.kind === 'refused') return read;
  const isSought = read.values.findExisting === 'url';
  return { kind: 'sought', isSought, endpoint: isSought ? 'POST /urls?findExisting=url' : 'POST /urls' };
}

/**
 * Finds the oldest link on the new link's domain that leads to the same place, at any time and unchanged: not paused,
 * archived or marked, without begin, end, conditions and password. A body with a slug finds only a link with it. A body
 * with a begin, an end, conditions or a password finds none. Undefined also for an invalid body: its creation says why.
 */
export function makeFindExisting({ clock }: { clock: Clock }) {
  return async (transaction: Db, workspace: ActingWorkspace, body: unknown): Promise<LinkRow | undefined> => {
    const [prepared] = await prepareLinks(transaction, workspace, [body], clock.now());
    if (prepared?.kind !== 'prepared') return undefined;
    const { link, slug, password } = prepared;
    if (
      password !== undefined ||
      link.window?.startsAt ||
      link.window?.expiresAt ||
      composeConditions(link.conditions ?? NO_CONDITIONS).text !== null
    )
      return undefined;
    // requests for one destination take turns until their transactions end; locked before the keys
    await lockNames(transaction, [`existing/${workspace.id}/${link.location}`]);
    return (
      linkRows(transaction)
        .where('links.workspace_id', '=', workspace.id)
        .where(
          sql<boolean>`hashtextextended(links.location, 0) = hashtextextended(${link.location}::text, 0)`,
        )
        // the location of a link with a begin or an end starts with a space, and with conditions it is empty
        .where('links.location', '=', link.location)
        .where('links.zone_id', '=', link.zone.id)
        .where('links.is_enabled', '=', true)
        .where('links.is_archived', '=', false)
        .where('links.is_restricted', '=', false)
        .where('links.is_unsafe', '=', false)
        .$if(slug !== undefined, (query) => query.where('links.slug', '=', slug ?? ''))
        .orderBy('links.created_at')
        .orderBy('links.id')
        .limit(1)
        .executeTakeFirst()
    );
  };
}
