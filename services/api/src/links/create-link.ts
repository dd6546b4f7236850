// Creates one link for a workspace. The caller publishes the returned change after the commit and before the answer.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import type { ActingWorkspace } from '../access/actor';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { refuse, type Refusal } from '../errors/refusal';
import { lockKeys } from '../outbox/lock-keys';
import type { PendingChange } from '../outbox/pending-changes';
import type { PlanTable } from '../plans/plan-table';
import { loadWorkspaceTags } from '../tags/load-workspace-tags';
import { findUsedLinks } from '../usage/find-used-links';
import { claimExternalIds } from './external-ids';
import { generateSlug, MAX_ATTEMPTS } from './generate-slug';
import { auditNewLinks, insertLinks, undoInsert, type NewLink } from './insert-links';
import type { LinkRow } from './link-rows';
import { prepareLinks } from './prepare-links';
import { quotaRequestOf, consumeQuota, type QuotaRequest } from './link-quota';
import { withPasswordHashes } from './with-password-hashes';

export type CreatedLink = { kind: 'created'; row: LinkRow; change: PendingChange };
/** Runs in its own transaction, or as a part of the caller's transaction `within`. */
export type CreateLink = (
  workspace: ActingWorkspace,
  body: unknown,
  within?: Db,
  by?: AuditActor,
) => Promise<CreatedLink | Refusal>;

type Deps = { db: Db; clock: Clock; generate?: () => string };

/**
 * Consumes the quota as late as possible, because every other creation of the workspace waits for its row: after the
 * tags are locked, and before the first tag is written, which would stay although the quota is used up.
 */
async function insert(
  transaction: Db,
  link: NewLink,
  { quota, by }: { quota: QuotaRequest; by: AuditActor },
): Promise<CreatedLink | Refusal> {
  await lockKeys(transaction, [{ zoneId: link.zone.id, slug: link.slug }]);
  const { externalId, tags = [] } = link.labels ?? {};
  if (externalId && (await claimExternalIds(transaction, link.workspaceId, [externalId])).size > 0) {
    return refuse('EXTERNAL_ID_EXISTS');
  }
  const [inserted] = await insertLinks(transaction, [link]);
  if (!inserted) return refuse('SLUG_EXISTS');
  const workspaceTags = tags.length > 0 ? await loadWorkspaceTags(transaction, link.workspaceId) : undefined;
  if (workspaceTags?.add(tags) === false) {
    await undoInsert(transaction, inserted);
    return refuse('TAG_LIMIT_REACHED');
  }
  if (!(await consumeQuota(transaction, quota, 1))) {
    await undoInsert(transaction, inserted);
    return refuse('INSUFFICIENT_QUOTA');
  }
  await workspaceTags?.assign([{ linkId: inserted.row.id, names: tags }]);
  const row = workspaceTags ? { ...inserted.row, tags: workspaceTags.spelled(tags) } : inserted.row;
  await auditNewLinks(transaction, [row], { workspaceId: link.workspaceId, by });
  return { kind: 'created', row, change: inserted.change };
}

export function makeCreateLink(
  { db, clock, generate = generateSlug }: Deps,
  settings: { plans?: PlanTable },
): CreateLink {
  const create = async (
    transaction: Db,
    workspace: ActingWorkspace,
    { body, by }: { body: unknown; by: AuditActor },
  ) => {
    const read = await prepareLinks(transaction, workspace, [body], clock.now());
    const [prepared] = await withPasswordHashes(read);
    if (!prepared) throw new Error('a body came back without an outcome');
    if (prepared.kind === 'refused') return prepared;
    const quota = quotaRequestOf(workspace, clock.now(), settings.plans);
    // quota is never given back, so a used-up quota stays used up: no need to wait for the row's lock
    if ((await findUsedLinks(transaction, quota)) >= quota.limit) return refuse('INSUFFICIENT_QUOTA');
    const attempt = (slug: string) => insert(transaction, { ...prepared.link, slug }, { quota, by });
    if (prepared.slug !== undefined) return attempt(prepared.slug);
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
      const outcome = await attempt(generate());
      if (outcome.kind === 'created' || outcome.code !== 'SLUG_EXISTS') return outcome;
    }
    throw new Error(`${MAX_ATTEMPTS} generated slugs in a row were taken`);
  };
  return (workspace, body, within, by = SYSTEM) =>
    within
      ? create(within, workspace, { body, by })
      : db.transaction().execute((transaction) => create(transaction, workspace, { body, by }));
}
