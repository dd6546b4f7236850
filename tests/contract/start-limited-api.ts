// The API with small limits, whose windows end when a test says so: Date.now is frozen until it is moved on.

import type { Plan } from '@kurz/database';
import { builtInPlans } from '../../services/api/src/plans/plan-table';
import { startApi, type Answered, type CallOptions, type TestApi } from './start-api';
import type { ErrorAnswer } from './url-answer';

/** Requests per minute by plan; pro has the contract's limit. */
export const [PRO, TEAM, BUSINESS] = [builtInPlans.pro.requestsPerMinute, 5, 8];

const START = Date.parse('2026-03-15T12:00:00.400Z');

type Ask = (
  token: string | null,
  options?: CallOptions & { method?: string; path?: string },
) => Promise<Answered<ErrorAnswer>>;

export type LimitedApi = TestApi & {
  /** Sends GET /zones by default. */
  ask: Ask;
  /** Sends this many requests at once. */
  many: (times: number, ...asked: Parameters<Ask>) => Promise<Answered<ErrorAnswer>>[];
  moveOn: (ms: number) => void;
  setPlan: (workspaceId: string, plan: Plan) => Promise<unknown>;
};

/** The number of answers with each status. */
export async function statusesOf(asked: Promise<Answered<unknown>>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(asked)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The two headers of the IETF draft; null for a missing one. */
export const rateOf = ({ headers }: Answered<unknown>) => [
  headers.get('ratelimit-policy'),
  headers.get('ratelimit'),
];

export async function startLimitedApi(): Promise<LimitedApi> {
  const plans = {
    ...builtInPlans,
    team: { ...builtInPlans.team, requestsPerMinute: TEAM },
    business: { ...builtInPlans.business, requestsPerMinute: BUSINESS },
  };
  const api = await startApi({ settings: { plans, trustedProxies: 1 } });
  const now = jest.spyOn(Date, 'now').mockReturnValue(START);
  const ask: Ask = (token, { method = 'GET', path = '/zones', ...options } = {}) =>
    api.fetchJson<ErrorAnswer>(method, path, { token, ...options });
  return {
    ...api,
    ask,
    many: (times, ...asked) => Array.from({ length: times }, () => ask(...asked)),
    moveOn: (ms) => void now.mockReturnValue(Date.now() + ms),
    setPlan: (workspaceId, plan) =>
      api.db.updateTable('workspaces').set({ plan }).where('id', '=', workspaceId).execute(),
    close: async () => {
      now.mockRestore();
      await api.close();
    },
  };
}
