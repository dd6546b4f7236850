// `kurz plan …`

import { builtInPlans, NO_LIMIT, type PlanTable } from '@kurz/api';
import { done } from '../answer/admin-answer';
import { addCommand, type CommandGroup } from './command-group';
import { tableOf } from '../answer/table-of';
import type { PrintAnswer } from '../answer/print-answer';

function textOf(limit: number | boolean): string {
  if (typeof limit === 'boolean') return limit ? 'yes' : 'no';
  return limit >= NO_LIMIT ? 'no limit' : limit.toLocaleString('en');
}

/** Adds `plan show`, which needs nothing of the data folder: plans are settings. */
export function makePlanCommands(
  printAnswer: PrintAnswer,
  { plans = builtInPlans }: { plans?: PlanTable },
): CommandGroup {
  return (program) => {
    const group = program.command('plan').description('what each plan allows');
    addCommand(group, 'show', 'shows the limits of every plan, as KURZ_PLANS has them').action(
      (options: { json?: boolean }) => {
        const rows = Object.entries(plans).map(([plan, limits]) => ({
          plan,
          api: textOf(limits.hasApi),
          'requests/min': textOf(limits.requestsPerMinute),
          batch: textOf(limits.batchMaxLinks),
          'links/month': textOf(limits.linksPerMonth),
          'events/month': textOf(limits.humanEventsPerMonth),
          'retention days': textOf(limits.retentionDays),
          campaigns: textOf(limits.hasCampaignReports),
          domains: textOf(limits.customDomains),
          utm: textOf(limits.hasUtmConventions),
        }));
        printAnswer(done({ plans }, tableOf(rows, 'There are no plans.')), options);
      },
    );
  };
}
