// Reads mail server, sender and the links' base address from the settings. Without a mail server no mail is sent.

import type { SettingsValidator, SettingsOf, SettingsProperties } from '@kurz/process';
import { isEmail } from '../people/is-email';
import type { MailSettings } from './mail-sender';
import { senderOf } from './sender-of';

const SMTP_PROTOCOLS = ['smtp:', 'smtps:'];

const validateSmtpUrl: SettingsValidator = (text) =>
  URL.canParse(text) && SMTP_PROTOCOLS.includes(new URL(text).protocol) && new URL(text).hostname !== ''
    ? []
    : ['must be smtp://… or smtps://…'];

/** Scheme, host and port. Links append their path directly, and no path prefix is served. */
const ORIGIN = /^https?:\/\/[^\s/?#@]+\/*$/i;

const validateAppUrl: SettingsValidator = (text) =>
  ORIGIN.test(text) && URL.canParse(text)
    ? []
    : ['must be http(s)://host[:port] and no more: the web app is at /app/ there'];

/** The base address of links to the web app. */
export const APP_URL = { type: 'string', optional: true, validate: validateAppUrl } as const;

/** Properties for `readSettings`. `needed`: the variables without which a mail server is of no use. */
export const mailProperties = (needed: readonly string[]) =>
  ({
    KURZ_SMTP_URL: {
      type: 'string',
      optional: true,
      validate: (text, all) => [
        ...validateSmtpUrl(text, all),
        ...needed.filter((name) => all[name] === undefined).map((name) => `needs ${name}`),
      ],
    },
    KURZ_MAIL_FROM: {
      type: 'string',
      optional: true,
      validate: (text) => (isEmail(senderOf(text).address) ? [] : ['must be an e-mail address']),
    },
    KURZ_APP_URL: APP_URL,
  }) as const satisfies SettingsProperties;

/** Removes the slashes at the end. */
export const appUrlOf = (url: string) => url.replace(/\/+$/, '');

/** Undefined when no mail is sent. `defaults.appUrl`: the base address of links when KURZ_APP_URL is not set. */
export function mailSettingOf(
  variables: SettingsOf<ReturnType<typeof mailProperties>>,
  defaults: { appUrl?: string } = {},
): MailSettings | undefined {
  const { KURZ_SMTP_URL: smtpUrl, KURZ_MAIL_FROM: from, KURZ_APP_URL: appUrl = defaults.appUrl } = variables;
  if (smtpUrl === undefined || from === undefined || appUrl === undefined) return undefined;
  return { smtpUrl, from, appUrl: appUrlOf(appUrl) };
}
