import { builtInPlans, linksOfPeriod, NO_LIMIT, planLimitsOf } from './plan-table';

/** The decisions' table, in its order of columns. */
test.each([
  ['free', [false, 0, 0, 50, 10_000, 30, false, 0, false]],
  ['basic', [false, 0, 0, 500, 100_000, 365, false, 1, false]],
  ['pro', [true, 300, 100, 5_000, 1_000_000, 730, true, 10, false]],
  ['team', [true, 600, 100, 20_000, 5_000_000, 730, true, 50, true]],
  ['business', [true, 1_200, 100, 100_000, 50_000_000, 730, true, 500, true]],
  ['unlimited', [true, NO_LIMIT, 100, NO_LIMIT, NO_LIMIT, NO_LIMIT, true, NO_LIMIT, true]],
] as const)('the plan %s allows what was decided', (plan, row) => {
  const limits = builtInPlans[plan];
  expect([
    limits.hasApi,
    limits.requestsPerMinute,
    limits.batchMaxLinks,
    limits.linksPerMonth,
    limits.humanEventsPerMonth,
    limits.retentionDays,
    limits.hasCampaignReports,
    limits.customDomains,
    limits.hasUtmConventions,
  ]).toEqual(row);
});

test('a year pools the links of 12 months, up to what JSON carries exactly', () => {
  expect(linksOfPeriod(builtInPlans.pro, false)).toBe(5_000);
  expect(linksOfPeriod(builtInPlans.pro, true)).toBe(60_000);
  expect(linksOfPeriod(builtInPlans.unlimited, true)).toBe(9_007_199_254_740_991);
});

test('an operator’s table takes the place of the built-in one', () => {
  const plans = { ...builtInPlans, pro: { ...builtInPlans.pro, retentionDays: 7 } };
  expect(planLimitsOf('pro', plans).retentionDays).toBe(7);
  expect(planLimitsOf('pro').retentionDays).toBe(730);
});
