// GET /urls/:slug/stats and GET /tags/:tag/stats: the stats of a link, and of all links of a tag, as JSON or CSV.

import type { Clock, Metrics } from '@kurz/process';
import { semaphoreKeysOf } from '../admission/semaphore-keys-of';
import { analyticsUnavailable } from '../analytics/analytics-unavailable';
import type { ErrorCode } from '../errors/catalogue';
import { refuse, type Refusal } from '../errors/refusal';
import { answer, answerWith, type Answer, type ApiRequest, type Content, type Route } from '../http/route';
import { addressOf } from '../links/address-of';
import { findLink } from '../links/find-link';
import { planLimitsOf, type PlanTable } from '../plans/plan-table';
import type { ReadFresh } from '../replica/read-fresh';
import { readTagKey } from '../tags/tag-name';
import type { LinkStats } from './link-stats';
import { makeReadLinkStats, type StatsDeps, type StatsOutcome } from './read-link-stats';
import { makeReadTagStats, type TagStatsOutcome } from './read-tag-stats';
import { refuseWindow, windowOf } from './window-of';
import { wantsCsv } from './wants-csv';

const COLUMNS = 'date,requests,bots,humans';

/**
 * The series as CSV (RFC 4180), for spreadsheets. Two other fields of the JSON are headers: how fresh the figures are,
 * and the first day that the plan's retention allows to read.
 *
 * The rows are those of the series: ascending days with requests. No figure needs quoting.
 */
function csvOfStats({ series, range, freshness }: Pick<LinkStats, 'series' | 'range' | 'freshness'>): {
  content: Content;
  headers: Record<string, string>;
} {
  const lines = series.map(({ date, n, b }) => `${date},${n},${b},${n - b}`);
  const text = [COLUMNS, ...lines].map((line) => `${line}\r\n`).join('');
  return {
    content: { type: 'text/csv; charset=utf-8; header=present', pieces: [Buffer.from(text)] },
    headers: { 'X-Stats-Freshness': freshness, 'X-Stats-Clamped-To': range.clampedTo },
  };
}

/** One URL has two forms: a cache in between must know what they depend on. */
const VARY = { Vary: 'Accept' };

/** Whether `include` asks for the scans by day. */
const includesScans = ({ include }: ApiRequest['query']) =>
  include !== undefined && [include].flat().includes('scans');

function answerOf(
  outcome: StatsOutcome | TagStatsOutcome,
  { headers: { accept }, query }: ApiRequest,
  unknown: ErrorCode,
): Answer | Refusal {
  switch (outcome.kind) {
    case 'stats': {
      const { stats, scans } = outcome;
      if (!wantsCsv(accept)) return answer(200, { stats, ...(includesScans(query) && { scans }) }, VARY);
      const { content, headers } = csvOfStats(stats);
      return answerWith(200, content, { ...headers, ...VARY });
    }
    case 'unknown':
      return refuse(unknown);
    case 'unavailable':
      return analyticsUnavailable();
  }
}

type Deps = StatsDeps & { readFresh: ReadFresh; clock: Clock; metrics: Metrics };

export function makeStatsRoutes(deps: Deps, settings: { plans?: PlanTable }): Route[] {
  const readLinkStats = makeReadLinkStats(deps);
  const readTagStats = makeReadTagStats(deps);
  const readings = deps.metrics.counter('api_stats', 'Stats read, by freshness or failure.', ['outcome']);

  async function read(request: ApiRequest): Promise<Answer | Refusal> {
    const named = addressOf(request);
    if (named.kind === 'refused') return named;
    const { retentionDays } = planLimitsOf(request.actor.workspace.plan, settings.plans);
    const asked = windowOf(request.query, { now: deps.clock.now(), retentionDays });
    if (asked.kind !== 'window') return refuseWindow(asked);
    const row = await findLink(deps.db, named.address);
    if (!row) return refuse('NOT_FOUND');
    const outcome = await readLinkStats({
      link: {
        id: row.id,
        workspaceId: named.address.workspaceId,
        slug: row.slug,
        zoneDomain: row.zone_domain,
        createdAt: row.created_at,
      },
      window: asked.window,
    });
    readings.inc({ outcome: outcome.kind === 'stats' ? outcome.stats.freshness : outcome.kind });
    return answerOf(outcome, request, 'NOT_FOUND');
  }

  async function readTag(request: ApiRequest): Promise<Answer | Refusal> {
    const { actor, params, query } = request;
    const named = readTagKey(params['tag']);
    if (named.kind === 'refused') return named;
    const { retentionDays } = planLimitsOf(actor.workspace.plan, settings.plans);
    const asked = windowOf(query, { now: deps.clock.now(), retentionDays });
    if (asked.kind !== 'window') return refuseWindow(asked);
    const question = { workspaceId: actor.workspace.id, key: named.key, window: asked.window };
    const outcome = await readTagStats(question, semaphoreKeysOf(actor));
    readings.inc({ outcome: outcome.kind === 'stats' ? outcome.stats.freshness : outcome.kind });
    return answerOf(outcome, request, 'TAG_NOT_FOUND');
  }

  const reading = { method: 'GET', scope: 'stats:read', isWrite: false } as const;
  return [
    { ...reading, path: '/urls/:slug/stats', handle: read },
    { ...reading, path: '/tags/:tag/stats', handle: readTag },
  ];
}
