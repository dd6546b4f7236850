// Renders a mail as plain text and as HTML, from the catalogue's text in one language. Values that people chose (the
// name of a workspace) are plain text in both.

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
    return value.replace(DIRECTIONS, '');
  });
}

/** These marks turn the direction of all text after them, beyond the value: a name could rewrite its sentence. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** The locales in which the web app writes dates, too. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

/** Inline styles, because mail programs drop style sheets. The text has no colour: the reader's theme sets it. */
const STYLES = {
  body: `margin:0 auto;padding:24px;max-width:36em;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`,
  action:
    'display:inline-block;padding:10px 18px;border-radius:7px;background:#4f46e5;color:#ffffff;font-weight:600;text-decoration:none',
  address: 'font-size:14px;overflow-wrap:anywhere',
} as const;

const untilOf = (date: Date, language: Language) =>
  `${new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(date)} UTC`;

export function renderMail({ kind, language, values, expiresAt, link }: MailContent): RenderedMail {
  const { subject, before, action, after } = mailCatalogue[kind][language];
  const filled = { ...values, until: untilOf(expiresAt, language) };
  const say = (text: string) => fill(text, filled);
  const paragraph = (text: string) => `<p>${escapeHtml(say(text))}</p>`;
  const href = escapeHtml(link);
  const button = `<p><a href="${href}" style="${STYLES.action}">${escapeHtml(say(action))}</a></p>`;
  const address = `<p style="${STYLES.address}">${href}</p>`;
  const body = [...before.map(paragraph), button, address, ...after.map(paragraph)].join('\n');
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(say(subject))}</title>`,
  ].join('\n');
  return {
    subject: say(subject),
    text: [...before.map(say), `${say(action)}:\n${link}`, ...after.map(say)].join('\n\n') + '\n',
    html: `<!doctype html>\n<html lang="${language}">\n${head}\n<body style="${STYLES.body}">\n${body}\n</body>\n</html>\n`,
  };
}
