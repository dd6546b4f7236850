// The variables of the API in any process, and the settings that follow from them. Relative paths count from `root`.

import { TRUSTED_PROXIES, type SettingsOf, type SettingsProperties } from '@kurz/process';
import { APP_PROPERTIES, appFolderOf } from './app/app-settings';
import { mailProperties, mailSettingOf } from './mail/mail-setting';
import { PEOPLE_PROPERTIES, peopleLimitsOf } from './people/people-limits';
import { plansOf, plansProperty } from './plans/plans-setting';
import { dnsServersOf } from './zones/dns-servers-of';

/** Properties for `readSettings`. `hasAppUrl`: there is one where KURZ_APP_URL is not set. */
export const apiProperties = ({ root, hasAppUrl }: { root: string; hasAppUrl: boolean }) =>
  ({
    KURZ_TRUSTED_PROXIES: TRUSTED_PROXIES,
    // requests a minute from one address without a usable token
    KURZ_ANONYMOUS_LIMIT: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000,
      default: 600,
      formerly: 'KURZ_STRANGER_LIMIT',
    },
    // how long the audit log is kept, in days
    KURZ_AUDIT_DAYS: { type: 'integer', minimum: 1, maximum: 36_600, default: 366 },
    KURZ_PLANS: plansProperty(root),
    // those that verify domains; default: the system's
    KURZ_DNS_SERVERS: {
      type: 'string',
      optional: true,
      validate: (text) =>
        dnsServersOf(text).kind === 'faulty' ? ['must be addresses, separated by commas'] : [],
    },
    ...PEOPLE_PROPERTIES,
    ...APP_PROPERTIES,
    ...mailProperties(hasAppUrl ? ['KURZ_MAIL_FROM'] : ['KURZ_MAIL_FROM', 'KURZ_APP_URL']),
  }) as const satisfies SettingsProperties;

function namedServersOf(text = ''): string[] | undefined {
  const outcome = dnsServersOf(text);
  return outcome.kind === 'servers' && outcome.servers.length > 0 ? outcome.servers : undefined;
}

/** `appUrl`: what people open where KURZ_APP_URL is not set. */
export const apiSettingsOf = (
  variables: SettingsOf<ReturnType<typeof apiProperties>>,
  { root, appUrl }: { root: string; appUrl?: string },
) => ({
  trustedProxies: variables.KURZ_TRUSTED_PROXIES,
  anonymousLimit: variables.KURZ_ANONYMOUS_LIMIT,
  auditDays: variables.KURZ_AUDIT_DAYS,
  plans: plansOf(variables.KURZ_PLANS, root),
  dnsServers: namedServersOf(variables.KURZ_DNS_SERVERS),
  ...peopleLimitsOf(variables),
  appFolder: appFolderOf(variables, root),
  appUrl: variables.KURZ_APP_URL ?? appUrl,
  mail: mailSettingOf(variables, { appUrl }),
});
