// The answers that depend only on the reader's language.

import type { Language } from '@kurz/process';
import { localized, makePage, type LocalizedPage, type Page } from './page';

/** How long a client that gets a 503 should wait, seconds. */
const RETRY_AFTER = '2';

type Text = { title: string; text: string };

const page = (
  status: number,
  texts: Record<Language, Text>,
  headers?: Readonly<Record<string, string>>,
): LocalizedPage =>
  localized((language) => {
    const { title, text } = texts[language];
    return makePage({ status, language, title, html: `<p>${text}</p>` }, headers);
  });

export const notFoundPage = page(404, {
  en: {
    title: 'This link does not exist',
    text: 'It may have been removed, or the address is not complete.',
  },
  de: {
    title: 'Diesen Link gibt es nicht',
    text: 'Er wurde vielleicht entfernt, oder die Adresse ist nicht vollständig.',
  },
});

export const restrictedPage = page(410, {
  en: {
    title: 'This link has been disabled',
    text: 'It broke the rules of this service and does not lead anywhere any more.',
  },
  de: {
    title: 'Dieser Link ist gesperrt',
    text: 'Er hat gegen die Regeln dieses Dienstes verstoßen und führt nirgendwohin mehr.',
  },
});

export const endedPage = page(410, {
  en: { title: 'This link has ended', text: 'It led somewhere for a time, and that time is over.' },
  de: {
    title: 'Dieser Link ist abgelaufen',
    text: 'Er hat eine Zeit lang irgendwohin geführt, und diese Zeit ist vorbei.',
  },
});

export const unavailablePage = page(
  503,
  {
    en: { title: 'Please try again in a moment', text: 'This link cannot be looked up right now.' },
    de: {
      title: 'Bitte versuchen Sie es gleich noch einmal',
      text: 'Dieser Link lässt sich gerade nicht nachschlagen.',
    },
  },
  { 'Retry-After': RETRY_AFTER },
);

export const wrongMethodPage = page(
  405,
  {
    en: { title: 'Method not allowed', text: 'Short links can only be opened.' },
    de: { title: 'Methode nicht erlaubt', text: 'Kurze Links lassen sich nur öffnen.' },
  },
  { Allow: 'GET, HEAD' },
);

const robotsText = Buffer.from('User-agent: *\nAllow: /\n');

/** Crawlers may come; they are counted as bots. */
export const robotsFile: Page = {
  status: 200,
  headers: Object.entries({
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(robotsText.length),
    'Cache-Control': 'public, max-age=86400',
    'X-Content-Type-Options': 'nosniff',
  }).flat(),
  body: robotsText,
};

/** Browsers request it after every redirect that ends here; they may cache its absence for a day. */
export const noFavicon: Page = {
  status: 404,
  headers: ['Content-Length', '0', 'Cache-Control', 'public, max-age=86400'],
  body: Buffer.alloc(0),
};
