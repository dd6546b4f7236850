import type { Plan } from '@kurz/database';
import { builtInPlans } from '../plans/plan-table';
import { allowanceOf } from './allowance-of';

const workspace = (id: string, plan: Plan) => ({
  id,
  plan,
  billing: { anchor: '2026-01-01', isYearly: false, changesOn: null, yearStartsIn: null },
  defaultZoneId: null,
  isInTransfer: false,
});

test.each([
  ['pro', 300],
  ['team', 600],
  ['business', 1_200],
] as const)('a workspace on the plan %s has %i requests a minute', (plan, requests) => {
  const allowance = allowanceOf({ userId: null, workspace: workspace('ws_1', plan) }, undefined);
  expect(allowance).toEqual({ key: 'workspace:ws_1', requests });
});

test("a person's tokens count apart from every workspace, as high as the plan where they act", () => {
  const at = (id: string, plan: Plan) =>
    allowanceOf({ userId: 'usr_1', workspace: workspace(id, plan) }, undefined);
  expect(at('ws_1', 'pro')).toEqual({ key: 'user:usr_1', requests: 300 });
  expect(at('ws_2', 'team')).toEqual({ key: 'user:usr_1', requests: 600 });
});

test("an operator's own table decides where there is one", () => {
  const plans = { ...builtInPlans, pro: { ...builtInPlans.pro, requestsPerMinute: 7 } };
  expect(allowanceOf({ userId: null, workspace: workspace('ws_1', 'pro') }, plans).requests).toBe(7);
});
