// The variables of the API and the settings that follow from them: those of every process with an API, and those of an
// API in a process of its own. Relative paths count from `root`.

import { TRUSTED_PROXIES, type SettingsOf, type SettingsProperties } from '@kurz/process';
import { APP_PROPERTIES, appFolderOf } from '../app/app-settings';
import { mailProperties, mailSettingOf } from '../mail/mail-setting';
import { PEOPLE_PROPERTIES, peopleLimitsOf } from '../people/people-limits';
import { DOMAIN_CHECK_PROPERTIES, domainCheckOf } from '../domain-check/check-settings';
import { plansOf, plansProperty } from '../plans/plans-setting';
import { OUTBOUND_PROPERTIES, outboundOf } from './outbound-settings';

/** Properties for `readSettings`. `hasAppUrl`: whether the process knows an address when KURZ_APP_URL is not set. */
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
    ...OUTBOUND_PROPERTIES,
    ...DOMAIN_CHECK_PROPERTIES,
    ...PEOPLE_PROPERTIES,
    ...APP_PROPERTIES,
    ...mailProperties(hasAppUrl ? ['KURZ_MAIL_FROM'] : ['KURZ_MAIL_FROM', 'KURZ_APP_URL']),
  }) as const satisfies SettingsProperties;

/** `appUrl`: the address that people open when KURZ_APP_URL is not set. */
export const apiSettingsOf = (
  variables: SettingsOf<ReturnType<typeof apiProperties>>,
  { root, appUrl }: { root: string; appUrl?: string },
) => ({
  /** Proxies in front that append to X-Forwarded-For; 0: the caller is the socket's other end. */
  trustedProxies: variables.KURZ_TRUSTED_PROXIES,
  /** Requests a minute from one address without a usable token. */
  anonymousLimit: variables.KURZ_ANONYMOUS_LIMIT,
  /** How long the audit log is kept, in days. */
  auditDays: variables.KURZ_AUDIT_DAYS,
  /** What each plan allows; default: the built-in table. Read it through `planLimitsOf`. */
  plans: plansOf(variables.KURZ_PLANS, root),
  ...outboundOf(variables),
  /** The front that visitors of custom domains reach, and what makes its certificates. */
  domainCheck: domainCheckOf(variables),
  ...peopleLimitsOf(variables),
  /** The folder of the built web app, which is served below /app/. Without it, /app/ is unknown. */
  appFolder: appFolderOf(variables, root),
  /** The address people open, such as `https://links.example.com`. Passkeys need it and bind to its host. */
  appUrl: variables.KURZ_APP_URL ?? appUrl,
  /** The mail server, and what mails say of this installation. Without it, no mail is sent. */
  mail: mailSettingOf(variables, { appUrl }),
});

const MIB = 1024 ** 2;

/** The variables of an API in a process of its own. The embedded product keeps its secrets in its data folder. */
export const apiProcessProperties = {
  // the old pepper is given while the pepper is rotated
  KURZ_TOKEN_PEPPER: { type: 'string', minLength: 32 },
  KURZ_TOKEN_PEPPER_OLD: { type: 'string', minLength: 32, optional: true },
  // likewise for the session secret; default: the peppers
  KURZ_SESSION_SECRET: { type: 'string', minLength: 32, optional: true },
  KURZ_SESSION_SECRET_OLD: { type: 'string', minLength: 32, optional: true },
  // how often verified domains are checked again
  KURZ_DOMAIN_CHECK_HOURS: { type: 'integer', minimum: 1, maximum: 8_760, default: 24 },
  // memory for bodies and answers: of all requests, and of one principal's
  KURZ_IN_FLIGHT_BYTES: { type: 'integer', minimum: 8 * MIB, default: 64 * MIB },
  KURZ_IN_FLIGHT_SHARE_BYTES: { type: 'integer', minimum: 2 * MIB, default: 16 * MIB },
} as const satisfies SettingsProperties;

export const apiProcessSettingsOf = (variables: SettingsOf<typeof apiProcessProperties>) => ({
  /** Key of the hashes under which tokens are stored; another pepper makes every token unknown. */
  tokenPepper: variables.KURZ_TOKEN_PEPPER,
  /** Tokens are found under it as well, and are stored under the newest pepper at their next use. */
  oldTokenPepper: variables.KURZ_TOKEN_PEPPER_OLD,
  /** Keys of the web app's sessions are derived from it; default: the pepper. Another secret ends every session. */
  sessionSecret: variables.KURZ_SESSION_SECRET,
  /** Values made under it are accepted as well. Refresh tokens get the newest secret with their next renewal. */
  oldSessionSecret: variables.KURZ_SESSION_SECRET_OLD,
  /** Bytes of bodies and answers in flight, of all requests and of one principal's. */
  inFlightBytes: variables.KURZ_IN_FLIGHT_BYTES,
  inFlightShareBytes: variables.KURZ_IN_FLIGHT_SHARE_BYTES,
  /** How many hours after the record of a domain was last seen it is checked again. */
  domainCheckHours: variables.KURZ_DOMAIN_CHECK_HOURS,
});

type AllSettings = ReturnType<typeof apiProcessSettingsOf> & ReturnType<typeof apiSettingsOf>;

/** Omitted settings have the default of their variable. */
export type ApiSettings = Pick<AllSettings, 'tokenPepper'> &
  Partial<AllSettings> & {
    /** How often expired rows are removed, ms; default: ten minutes. */
    expireEveryMs?: number;
    /** How often sums of the stores are compared, ms; default: a minute. */
    reconcileEveryMs?: number;
  };
