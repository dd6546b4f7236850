// The body of GET /usage, as in the contract, and the request for it.

import type { TestApi } from './start-api';

type Period = { periodStart: string; periodEnd: string };

export type UsageBody = {
  plan: string;
  links: Period & { used: number; limit: number; remaining: number };
  events?: Period & { used: number; limit: number; locked: boolean };
  api: { requestsPerMinute: number; batchMaxLinks: number };
  analytics: { retentionDays: number; campaignReports: boolean };
};

/** Fails unless the answer is 200 and holds nothing beside the usage. */
export async function usageOf(api: TestApi, token: string, headers = {}): Promise<UsageBody> {
  const answered = await api.fetchJson<{ usage: UsageBody }>('GET', '/usage', { token, headers });
  expect(answered.status).toBe(200);
  expect(Object.keys(answered.body)).toEqual(['usage']);
  return answered.body.usage;
}
