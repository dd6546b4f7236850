// The page of the documentation shows the figures of the service that serves it.

import { builtInPlans } from '../plans/plan-table';
import { descriptionPages } from './description-pages';

function pageOf(settings: Parameters<typeof descriptionPages>[0]): string {
  const page = descriptionPages(settings).find(({ path }) => path === '/docs');
  return Buffer.concat([...(page?.content().pieces ?? [])]).toString();
}

test('without plans of its own a service shows the built-in figures', () => {
  expect(pageOf({})).toContain('<td>1,200</td>');
});

test("a service shows its operator's plans", () => {
  const plans = { ...builtInPlans, business: { ...builtInPlans.business, requestsPerMinute: 4321 } };
  const page = pageOf({ plans });
  expect(page).toContain('<td>4,321</td>');
  expect(page).not.toContain('<td>1,200</td>');
});
