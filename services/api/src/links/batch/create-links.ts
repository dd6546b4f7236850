// Creates the links of a batch for a workspace, each item with its own outcome and all in the same few statements. The
// changes of the created links are to be published after the commit and before the answer.

import type { Db } from '@kurz/database';
import type { Clock } from '@kurz/process';
import type { ActingWorkspace } from '../../access/actor';
import { SYSTEM, type AuditActor } from '../../audit/audit-event';
import type { Refusal } from '../../errors/refusal';
import type { PlanTable } from '../../plans/plan-table';
import { loadWorkspaceTags, type WorkspaceTags } from '../../tags/load-workspace-tags';
import type { CreatedLink } from '../create-link';
import { claimExternalIds } from '../external-ids';
import { generateSlug } from '../generate-slug';
import { reserveQuota, quotaRequestOf, consumeQuota } from '../link-quota';
import { auditNewLinks, insertLinks } from '../insert-links';
import { prepareLinks } from '../prepare-links';
import { withPasswordHashes } from '../with-password-hashes';
import { claimKeys, type WantedLink } from './claim-keys';
import { decideItems } from './decide-items';

export type ItemOutcome = CreatedLink | Refusal;
/** Runs as a part of the caller's transaction. Resolves with the outcome of each item at its index. */
export type CreateLinks = (
  transaction: Db,
  workspace: ActingWorkspace,
  items: readonly unknown[],
  by?: AuditActor,
) => Promise<ItemOutcome[]>;

type CreatedOf = ReadonlyMap<WantedLink, CreatedLink>;

const labelsOf = (items: readonly (WantedLink | Refusal)[]) =>
  items.flatMap((item) => (item.kind === 'wanted' ? (item.link.labels ?? []) : []));

async function insert(
  transaction: Db,
  wanted: readonly WantedLink[],
  workspaceTags: WorkspaceTags | undefined,
): Promise<CreatedOf> {
  if (wanted.length === 0) return new Map();
  const links = wanted.map(({ link, key }) => ({ ...link, slug: key.slug }));
  const inserted = await insertLinks(transaction, links);
  const tagsOf = ({ link }: WantedLink) => link.labels?.tags ?? [];
  const tagged = wanted.flatMap((item, index) => {
    const names = tagsOf(item);
    return names.length > 0 ? [{ linkId: inserted[index]?.row.id ?? '', names }] : [];
  });
  if (tagged.length > 0) await workspaceTags?.assign(tagged);
  return new Map(
    wanted.map((item, index) => {
      const made = inserted[index];
      if (!made) throw new Error('a slug was taken by somebody who does not hold its lock');
      const tags = workspaceTags?.spelled(tagsOf(item)) ?? null;
      return [item, { kind: 'created', row: { ...made.row, tags }, change: made.change }];
    }),
  );
}

export function makeCreateLinks(
  { clock, generate = generateSlug }: { clock: Clock; generate?: () => string },
  settings: { plans?: PlanTable },
): CreateLinks {
  return async (transaction, workspace, items, by = SYSTEM) => {
    const read = await prepareLinks(transaction, workspace, items, clock.now());
    const prepared = await withPasswordHashes(read);
    const claimed = await claimKeys(transaction, prepared, generate);
    const labels = labelsOf(claimed.items);
    const externalIds = labels.flatMap(({ externalId }) => externalId ?? []);
    const takenExternalIds = await claimExternalIds(transaction, workspace.id, externalIds);
    const isTagged = labels.some(({ tags = [] }) => tags.length > 0);
    const workspaceTags = isTagged ? await loadWorkspaceTags(transaction, workspace.id) : undefined;
    const quota = quotaRequestOf(workspace, clock.now(), settings.plans);
    const remaining = await reserveQuota(transaction, quota);
    const decided = decideItems(claimed.items, {
      takenNames: claimed.takenNames,
      takenExternalIds: takenExternalIds.keys(),
      addTags: workspaceTags?.add,
      remaining,
    });
    const wanted = decided.filter((item) => item.kind === 'wanted');
    if (wanted.length > 0 && !(await consumeQuota(transaction, quota, wanted.length))) {
      throw new Error('the reserved quota is gone');
    }
    const createdOf = await insert(transaction, wanted, workspaceTags);
    const rows = [...createdOf.values()].map(({ row }) => row);
    await auditNewLinks(transaction, rows, { workspaceId: workspace.id, by });
    return decided.map((item) => {
      const outcome = item.kind === 'refused' ? item : createdOf.get(item);
      if (!outcome) throw new Error('an item came back without an outcome');
      return outcome;
    });
  };
}
