// Checks whether verified domains still have their TXT records. A lost record is logged for the operator and stored for
// the workspace to see. A domain with links goes on serving them.

import type { Db } from '@kurz/database';
import type { Log, Metrics } from '@kurz/process';
import { sql } from 'kysely';
import type { ResolveTxt } from './resolve-txt';
import { verificationRecordOf } from './verification-record';
import { CLAIM_HOURS, makeDueCheckLoop, type DueCheckLoop } from './due-check-loop';

type Due = {
  id: string;
  domain: string;
  workspaceId: string;
  token: string;
  missingSince: Date | null;
  claimedUntil: Date;
};
type Finding = 'seen' | 'missing' | 'unanswered';

/** How many records are asked of the name servers in parallel. */
const BATCH = 20;
/** Until the next check when the name servers do not answer. */
const RETRY_HOURS = 1;

type Deps = {
  db: Db;
  log: Log;
  metrics: Metrics;
  resolveTxt: ResolveTxt;
  /** Called when all due domains, or a page of them, are checked. */
  done?: () => void;
};

export function watchDomains(
  { db, log, metrics, resolveTxt, done }: Deps,
  { everyHours }: { everyHours: number },
): DueCheckLoop {
  const checks = metrics.counter('api_domain_checks', 'Proofs of domains looked for again', ['found']);
  for (const found of ['seen', 'missing', 'unanswered']) checks.inc({ found }, 0);

  /** Claims due domains, so that of many processes one checks each domain and none checks it twice. */
  const take = async () => {
    const { rows } = await sql<Due>`
      UPDATE zones SET next_proof_check = now() + ${Math.min(CLAIM_HOURS, everyHours)} * interval '1 hour'
      WHERE id IN (
        SELECT id FROM zones WHERE next_proof_check <= now() AND is_proven
        ORDER BY next_proof_check LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id, domain, workspace_id AS "workspaceId", ownership_token AS token,
                proof_missing_since AS "missingSince", next_proof_check AS "claimedUntil"`.execute(db);
    return rows;
  };

  const look = async ({ domain, token }: Due): Promise<Finding> => {
    const record = verificationRecordOf(domain, token);
    const resolved = await resolveTxt(record.name);
    if (resolved.kind === 'unavailable') return 'unanswered';
    const texts = resolved.kind === 'texts' ? resolved.texts : [];
    return texts.some((text) => text.trim() === record.value) ? 'seen' : 'missing';
  };

  /**
   * Stores a finding only while the claim holds: a zone that another process has checked since, or that was verified
   * anew or taken from its workspace, keeps what it has. The next check is a tenth early or late, so that domains are
   * not due together.
   */
  const keep = async ({ id, token, claimedUntil }: Due, found: Finding): Promise<boolean> => {
    const retry = Math.min(RETRY_HOURS, everyHours);
    const { numAffectedRows = 0n } = await sql`
      UPDATE zones SET
        proof_seen_at = CASE WHEN ${found} = 'seen' THEN now() ELSE proof_seen_at END,
        proof_missing_since = CASE ${found}
          WHEN 'seen' THEN NULL WHEN 'missing' THEN coalesce(proof_missing_since, now())
          ELSE proof_missing_since END,
        next_proof_check = CASE WHEN ${found} = 'unanswered' THEN now() + ${retry} * interval '1 hour'
          ELSE now() + ${everyHours} * (0.9 + 0.2 * random()) * interval '1 hour' END
      WHERE id = ${id} AND ownership_token = ${token} AND is_proven AND next_proof_check = ${claimedUntil}`.execute(
      db,
    );
    return numAffectedRows > 0n;
  };

  const check = async (due: Due) => {
    const found = await look(due);
    const isKept = await keep(due, found);
    checks.inc({ found });
    if (!isKept) return;
    const { id: zoneId, domain, workspaceId, missingSince } = due;
    const facts = { zoneId, domain, workspaceId };
    if (found === 'missing' && !missingSince)
      log.warn({ event: 'domain_proof_missing', ...facts, runbook: 'A domain lost its proof' });
    if (found === 'seen' && missingSince) log.info({ event: 'domain_proof_back', ...facts });
  };

  return makeDueCheckLoop({
    take,
    check,
    done,
    onOutage: (error) => log.debug({ event: 'domains_not_checked', err: error }),
  });
}
