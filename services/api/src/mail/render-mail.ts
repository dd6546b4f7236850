// A mail as plain text and as HTML, from the catalogue's text in one language. What people chose themselves (the name of
// a workspace) is text in both.

import { escapeHtml } from '@kurz/process';
import type { Language } from '../errors/catalogue';
import { mailCatalogue, type MailKind } from './mail-catalogue';

export type RenderedMail = { subject: string; text: string; html: string };

export type MailContent = {
  kind: MailKind;
  language: Language;
  /** The values of the text's `{placeholders}`. */
  values: Readonly<Record<string, string>>;
  expiresAt: Date;
  /** The address that the link opens. */
  link: string;
};

/** @throws when a placeholder is not given: that is a fault in the code that made the mail. */
function fill(text: string, values: MailContent['values']): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`nothing is given for {${name}} in "${text}"`);
    return value;
  });
}

const untilOf = (date: Date, language: Language) =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(date)} UTC`;

export function renderMail({ kind, language, values, expiresAt, link }: MailContent): RenderedMail {
  const { subject, before, action, after } = mailCatalogue[kind][language];
  const filled = { ...values, until: untilOf(expiresAt, language) };
  const say = (text: string) => fill(text, filled);
  const paragraph = (text: string) => `<p>${escapeHtml(say(text))}</p>`;
  const button = `<p><a href="${escapeHtml(link)}">${escapeHtml(say(action))}</a><br>${escapeHtml(link)}</p>`;
  const body = [...before.map(paragraph), button, ...after.map(paragraph)].join('\n');
  return {
    subject: say(subject),
    text: [...before.map(say), `${say(action)}:\n${link}`, ...after.map(say)].join('\n\n') + '\n',
    html: `<!doctype html>\n<html lang="${language}">\n<meta charset="utf-8">\n<body>\n${body}\n</body>\n</html>\n`,
  };
}
