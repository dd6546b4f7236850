// The query of GET /workspaces/:workspace/audit: which events, and which page of them.

import { isCalendarDay } from '@kurz/process';
import { refuse, type Refusal } from '../errors/refusal';
import type { ApiRequest } from '../http/route';
import { auditActions, type AuditAction } from './audit-action';

export type AuditRequest = {
  page: number;
  limit: number;
  action?: AuditAction;
  /** The id of a person or of a token, or `operator`. */
  actor?: string;
  /** From this moment on. */
  from?: Date;
  /** Up to this moment, exclusive. */
  to?: Date;
};

const FIELDS = ['page', 'limit', 'action', 'actor', 'from', 'to'] as const;
const DEFAULT_LIMIT = 50;
export const MAX_AUDIT_LIMIT = 100;
/** As far as links can be paged. */
const MAX_PAGE = 1_000_000_000_000;

type Texts = Partial<Record<(typeof FIELDS)[number], string>>;

/** An empty parameter counts as left out. */
function textsOf(query: ApiRequest['query']): { kind: 'texts'; texts: Texts } | Refusal {
  const texts: Texts = {};
  for (const field of FIELDS) {
    const sent = query[field];
    if (Array.isArray(sent)) return refuse('VALIDATION_FAILED', { field, reason: 'repeated' });
    if (sent) texts[field] = sent;
  }
  return { kind: 'texts', texts };
}

function numberOf(field: string, text: string, max: number): number | Refusal {
  if (!/^-?\d+$/.test(text)) return refuse('VALIDATION_FAILED', { field, reason: 'not_a_number' });
  const value = Number(text);
  const isInside = value >= 1 && value <= max;
  return isInside ? value : refuse('VALIDATION_FAILED', { field, reason: 'out_of_range', min: 1, max });
}

/** A day of UTC: `from` counts from its beginning, `to` up to its end. */
function dayOf(field: string, text: string): Date | Refusal {
  return isCalendarDay(text)
    ? new Date(`${text}T00:00:00Z`)
    : refuse('VALIDATION_FAILED', { field, reason: 'not_a_date' });
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'kind' in value;

export function validateAuditQuery(
  query: ApiRequest['query'],
): { kind: 'request'; request: AuditRequest } | Refusal {
  const read = textsOf(query);
  if (read.kind === 'refused') return read;
  const { texts } = read;
  const page = numberOf('page', texts.page ?? '1', MAX_PAGE);
  if (isRefusal(page)) return page;
  const limit = numberOf('limit', texts.limit ?? String(DEFAULT_LIMIT), MAX_AUDIT_LIMIT);
  if (isRefusal(limit)) return limit;
  const action = auditActions.find((known) => known === texts.action);
  if (texts.action !== undefined && !action) {
    return refuse('VALIDATION_FAILED', { field: 'action', reason: 'not_offered' });
  }
  const from = texts.from === undefined ? undefined : dayOf('from', texts.from);
  if (isRefusal(from)) return from;
  const lastDay = texts.to === undefined ? undefined : dayOf('to', texts.to);
  if (isRefusal(lastDay)) return lastDay;
  if (from && lastDay && from > lastDay) {
    return refuse('VALIDATION_FAILED', { field: 'from', reason: 'from_after_to' });
  }
  const to = lastDay && new Date(lastDay.getTime() + 24 * 3_600_000);
  return { kind: 'request', request: { page, limit, action, actor: texts.actor, from, to } };
}
