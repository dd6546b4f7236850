// The endpoints of tags: list them, rename, merge and delete one. A tag is created by giving it to a link.

import type { Db } from '@kurz/database';
import { preferredLanguageOf } from '@kurz/process';
import { auditActorOf } from '../audit/audit-actor-of';
import type { Refusal } from '../errors/refusal';
import { answer, type Answer, type ApiRequest, type Route } from '../http/route';
import { bodyReaderOf } from '../openapi/body-reader-of';
import { deleteTag, renameTag } from './change-tags';
import { findTags } from './find-tags';
import { readTagKey, readTagName } from './tag-name';

const readFields = bodyReaderOf<{ name: string; merge?: boolean }>('TagEdit');

export function makeTagRoutes({ db }: { db: Db }): Route[] {
  async function list({ actor }: ApiRequest): Promise<Answer> {
    return answer(200, { tags: await findTags(db, actor.workspace.id) });
  }

  async function edit(request: ApiRequest): Promise<Answer | Refusal> {
    const { actor, body } = request;
    const read = readFields(body);
    if (read.kind === 'refused') return read;
    const to = readTagName('name', read.body.name);
    if (to.kind === 'refused') return to;
    const named = readTagKey(request.params['tag']);
    if (named.kind === 'refused') return named;
    const asked = { key: named.key, to, mayMerge: read.body.merge === true };
    const outcome = await renameTag(db, actor.workspace.id, asked, auditActorOf(actor));
    return outcome.kind === 'refused' ? outcome : answer(200, { tag: outcome.tag });
  }

  async function remove(request: ApiRequest): Promise<Answer | Refusal> {
    const { actor, headers } = request;
    const named = readTagKey(request.params['tag']);
    if (named.kind === 'refused') return named;
    const outcome = await deleteTag(db, actor.workspace.id, named.key, auditActorOf(actor));
    if (outcome.kind === 'refused') return outcome;
    const isGerman = preferredLanguageOf(headers['accept-language']) === 'de';
    const { name } = outcome;
    const message = isGerman ? `Das Tag ${name} wurde gelöscht.` : `The tag ${name} has been deleted.`;
    return answer(200, { message });
  }

  return [
    { method: 'GET', path: '/tags', scope: 'links:read', isWrite: false, handle: list },
    { method: 'PATCH', path: '/tags/:tag', scope: 'links:write', isWrite: true, handle: edit },
    { method: 'DELETE', path: '/tags/:tag', scope: 'links:write', isWrite: true, handle: remove },
  ];
}
