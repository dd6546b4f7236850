// The plans of the installation that shows the page, with their figures, as a Markdown table.

import { NO_LIMIT, planLimitsOf, type PlanLimits, type PlanTable } from '../plans/plan-table';
import { markdownTable } from './markdown-table';

const figure = (value: number) => (value >= NO_LIMIT ? 'no limit' : value.toLocaleString('en-US'));
const flag = (value: boolean) => (value ? 'yes' : 'no');
const ofApi =
  (value: keyof Pick<PlanLimits, 'requestsPerMinute' | 'batchMaxLinks'>) => (limits: PlanLimits) =>
    limits.hasApi ? figure(limits[value]) : '–';

const COLUMNS: readonly [string, (limits: PlanLimits) => string][] = [
  ['API', ({ hasApi }) => flag(hasApi)],
  ['requests a minute', ofApi('requestsPerMinute')],
  ['links in a batch', ofApi('batchMaxLinks')],
  ['new links a month', ({ linksPerMonth }) => figure(linksPerMonth)],
  ['human clicks a month', ({ humanEventsPerMonth }) => figure(humanEventsPerMonth)],
  ['days of analytics', ({ retentionDays }) => figure(retentionDays)],
  ['campaign report', ({ hasCampaignReports }) => flag(hasCampaignReports)],
  ['custom domains', ({ customDomains }) => figure(customDomains)],
  ['UTM conventions', ({ hasUtmConventions }) => flag(hasUtmConventions)],
];

export function describePlans(plans: PlanTable): string[] {
  const names = Object.keys(plans).filter((name): name is keyof PlanTable => name in plans);
  return [
    '## Plans',
    '',
    ...markdownTable(
      ['plan', ...COLUMNS.map(([title]) => title)],
      names.map((name) => [name, ...COLUMNS.map(([, of]) => of(planLimitsOf(name, plans)))]),
    ),
    'A yearly plan has 12 months of new links as one pool. The days of analytics include today. `GET /v1/usage` returns',
    "the figures of the caller's own plan; 9007199254740991 means no limit.",
    '',
  ];
}
