// The mail server, the sender and the links' base address from the settings; without a mail server no mail is sent.

import { isEmail } from '../people/is-email';
import type { MailSettings } from './mail-sender';

export type MailVariables = { KURZ_SMTP_URL?: string; KURZ_MAIL_FROM?: string; KURZ_APP_URL?: string };

export const MAIL_PROPERTIES = {
  KURZ_SMTP_URL: { type: 'string', nullable: true },
  KURZ_MAIL_FROM: { type: 'string', nullable: true },
  KURZ_APP_URL: { type: 'string', nullable: true },
} as const;

export type MailSettingOutcome =
  { kind: 'none' } | { kind: 'mail'; mail: MailSettings } | { kind: 'faulty'; faults: string[] };

function isUrlOf(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}

/** Faults of KURZ_APP_URL, without its name. */
export const judgeAppUrl = (url: string): string[] =>
  isUrlOf(url, ['http:', 'https:']) ? [] : ['must be http://… or https://…'];

const NAMED = /^[^<>"\r\n]*<([^<>]+)>$/;

/** An address, or a name with the address in angle brackets. */
const isSender = (text: string) => isEmail((NAMED.exec(text)?.[1] ?? text).trim());

/** `appUrl`: what links begin with unless KURZ_APP_URL says otherwise. */
export function mailSettingOf(
  variables: MailVariables,
  defaults: { appUrl?: string } = {},
): MailSettingOutcome {
  const { KURZ_SMTP_URL: smtpUrl, KURZ_MAIL_FROM: from, KURZ_APP_URL: appUrl = defaults.appUrl } = variables;
  const faults: string[] = [];
  if (smtpUrl !== undefined && !isUrlOf(smtpUrl, ['smtp:', 'smtps:'])) {
    faults.push('KURZ_SMTP_URL must be smtp://… or smtps://…');
  }
  if (from !== undefined && !isSender(from)) faults.push('KURZ_MAIL_FROM must be an e-mail address');
  if (appUrl !== undefined) faults.push(...judgeAppUrl(appUrl).map((fault) => `KURZ_APP_URL ${fault}`));
  if (smtpUrl !== undefined && from === undefined)
    faults.push('KURZ_MAIL_FROM is missing, for KURZ_SMTP_URL');
  if (smtpUrl !== undefined && appUrl === undefined)
    faults.push('KURZ_APP_URL is missing, for KURZ_SMTP_URL');
  if (faults.length > 0) return { kind: 'faulty', faults };
  if (smtpUrl === undefined || from === undefined || appUrl === undefined) return { kind: 'none' };
  return { kind: 'mail', mail: { smtpUrl, from, appUrl: appUrl.replace(/\/+$/, '') } };
}
