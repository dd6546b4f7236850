// The endpoints below /urls that create, list, read, edit and delete links. A write answers when the link cache has it,
// so no redirector has the old state any more. While the link cache is away, an edit or a deletion waits a second for
// redirectors to read the outbox.

import type { Db } from '@kurz/database';
import { preferredLanguageOf, type Clock, type Log } from '@kurz/process';
import { semaphoreKeysOf } from '../admission/semaphore-keys-of';
import { auditActorOf } from '../audit/audit-actor-of';
import type { Language } from '../errors/catalogue';
import { refuse, type Refusal } from '../errors/refusal';
import { answer, answerStreamed, answerWith, type Answer, type ApiRequest, type Route } from '../http/route';
import type { RunIdempotent, Worked } from '../idempotency/run-idempotent';
import type { OutboxRelay } from '../outbox/outbox-relay';
import type { ReadFresh } from '../replica/read-fresh';
import type { PlanTable } from '../plans/plan-table';
import { addressOf } from './address-of';
import { makeCreateLink } from './create-link';
import { makeDeleteLink } from './delete-link';
import { makeEditLink } from './edit-link';
import { entityTagOf, isKnown } from './entity-tag';
import { findDrifts } from './find-drifts';
import { makeFindExisting, readSought } from './find-existing';
import { findLink } from './find-link';
import { findPending, findPendingOfAnswer } from './find-pending';
import type { LinkRow } from './link-rows';
import { makeListLinks } from './list-links';
import { appListRequestOf, listRequestOf } from './list-request-of';
import { makeStreamLinks } from './stream-links';
import { urlObjectOf } from './url-object-of';

function deletionMessageOf(link: { zone_domain: string; slug: string }, language: Language): string {
  const name = `${link.zone_domain}/${link.slug}`;
  return language === 'de'
    ? `Der Link ${name} und seine Statistik wurden gelöscht.`
    : `The link ${name} and its analytics have been deleted.`;
}

const AS_FILE = { 'Content-Disposition': 'attachment; filename="kurz-links.csv"' };

type Outcome = Promise<Answer | Refusal>;

function answerOfLink(status: 200 | 201, row: LinkRow): Answer & { headers: { ETag: string } } {
  const body = { url: urlObjectOf(row) };
  return { ...answer(status, body), headers: { ETag: entityTagOf(row.version, body) } };
}

type Deps = {
  db: Db;
  readFresh: ReadFresh;
  clock: Clock;
  log: Log;
  outboxRelay: OutboxRelay;
  runIdempotent: RunIdempotent;
  /** Whether no other workspace was served lately. */
  isAlone: (workspaceId: string) => boolean;
};

function makeCreation(deps: Deps, settings: { plans?: PlanTable }): Route['handle'] {
  const { runIdempotent } = deps;
  const { publishChanges } = deps.outboxRelay;
  const createLink = makeCreateLink(deps, settings);
  const findExisting = makeFindExisting(deps);

  return async (request) => {
    const { actor } = request;
    const sought = readSought(request.query);
    if (sought.kind === 'refused') return sought;
    const work = async (transaction: Db): Promise<Worked> => {
      const found = sought.isSought
        ? await findExisting(transaction, actor.workspace, request.body)
        : undefined;
      if (found) {
        const { zone_id: zoneId, slug } = found;
        const changes = await findPending(transaction, [{ zoneId, slug }]);
        return { outcome: answerOfLink(200, found), changes };
      }
      const created = await createLink(actor.workspace, request.body, transaction, auditActorOf(actor));
      if (created.kind === 'refused') return { outcome: created, changes: [] };
      return { outcome: answerOfLink(201, created.row), changes: [created.change] };
    };
    const { outcome, changes } = await runIdempotent(request, sought.endpoint, {
      work,
      findPending: findPendingOfAnswer,
    });
    await publishChanges(changes);
    return outcome;
  };
}

export function makeLinkRoutes(deps: Deps, settings: { plans?: PlanTable }): Route[] {
  const { publishAndWait } = deps.outboxRelay;
  const create = makeCreation(deps, settings);
  const listLinks = makeListLinks(deps);
  const streamLinks = makeStreamLinks(deps);
  const editLink = makeEditLink(deps);
  const deleteLink = makeDeleteLink(deps);

  async function list({ query, actor, reserve, requestId }: ApiRequest): Outcome {
    // /v1 ignores parameters that it does not know
    const isApp = actor.sessionId !== undefined;
    const request = isApp ? appListRequestOf(query) : listRequestOf(query);
    if (request.kind === 'refused') return request;
    const drifts = (db: Db) => findDrifts(db, actor.workspace, settings.plans);
    if (request.format === 'csv') {
      const streamed = await streamLinks(actor.workspace.id, request, {
        findDrifts: drifts,
        requestId,
        semaphoreKeys: semaphoreKeysOf(actor),
        isForSpreadsheet: isApp,
      });
      return streamed.kind === 'refused' ? streamed : answerStreamed(streamed.content, AS_FILE);
    }
    const listed = await listLinks(actor.workspace.id, request, {
      findDrifts: drifts,
      reserve,
      semaphoreKeys: semaphoreKeysOf(actor),
    });
    return listed.kind === 'refused' ? listed : answerWith(200, listed.content);
  }

  async function read(request: ApiRequest): Outcome {
    const named = addressOf(request);
    if (named.kind === 'refused') return named;
    const row = await findLink(deps.db, named.address);
    if (!row) return refuse('NOT_FOUND');
    const found = answerOfLink(200, row);
    const { ETag } = found.headers;
    return isKnown(request.headers['if-none-match'], ETag) ? answer(304, undefined, { ETag }) : found;
  }

  async function edit(request: ApiRequest): Outcome {
    const named = addressOf(request);
    if (named.kind === 'refused') return named;
    const outcome = await editLink(
      named.address,
      request.body,
      request.headers['if-match'],
      auditActorOf(request.actor),
    );
    if (outcome.kind === 'refused') return outcome;
    await publishAndWait(outcome.keys);
    return answerOfLink(200, outcome.row);
  }

  async function remove(request: ApiRequest): Outcome {
    const named = addressOf(request);
    if (named.kind === 'refused') return named;
    const outcome = await deleteLink(named.address, request.headers['if-match'], auditActorOf(request.actor));
    if (outcome.kind === 'refused') return outcome;
    await publishAndWait([outcome.key]);
    const message = deletionMessageOf(outcome.row, preferredLanguageOf(request.headers['accept-language']));
    return answer(200, { message });
  }

  const one = '/urls/:slug';
  return [
    { method: 'POST', path: '/urls', scope: 'links:write', isWrite: true, handle: create },
    { method: 'GET', path: '/urls', scope: 'links:read', isWrite: false, handle: list },
    { method: 'GET', path: one, scope: 'links:read', isWrite: false, handle: read },
    { method: 'PATCH', path: one, scope: 'links:write', isWrite: true, handle: edit },
    { method: 'DELETE', path: one, scope: 'links:write', isWrite: true, handle: remove },
  ];
}
