// The page in front of a destination that is flagged unsafe: names its host and lets the person go on.

import { escapeHtml, preferredLanguageOf, type Language } from '@kurz/process';
import { plainQueryOf } from '../request/plain-query-of';
import { makePage, type Page } from './page';

const CONTINUE = 'continue=unsafe';

/** Sec-Fetch-Site of a click on the warning itself; older browsers send none, nor does any browser over plain HTTP. */
const FROM_THE_WARNING: readonly string[] = ['', 'same-origin'];

/**
 * Returns true when the person has seen the warning and goes on. The address alone proves nothing: a mail could hold
 * it.
 */
export function goesOn(target: string, fetchSite: string): boolean {
  if (!FROM_THE_WARNING.includes(fetchSite)) return false;
  const query = target.indexOf('?');
  return (
    query >= 0 &&
    target
      .slice(query + 1)
      .split('&')
      .includes(CONTINUE)
  );
}

type Texts = {
  title: string;
  unknown: string;
  /** `host`: as HTML. */
  leadsTo: (host: string) => string;
  warning: string;
  goOn: (host: string) => string;
};

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'This link may be dangerous',
    unknown: 'an unknown place',
    leadsTo: (host) => `It leads to ${host}, which has been reported for phishing or malware.`,
    warning: 'Do not enter passwords or payment details there.',
    goOn: (host) => `Go on to ${host} anyway`,
  },
  de: {
    title: 'Dieser Link ist vielleicht gefährlich',
    unknown: 'einem unbekannten Ort',
    leadsTo: (host) => `Er führt zu ${host}. Dort wurden Phishing oder Schadprogramme gemeldet.`,
    warning: 'Geben Sie dort keine Passwörter und keine Zahlungsdaten ein.',
    goOn: (host) => `Trotzdem weiter zu ${host}`,
  },
};

type Sender = { acceptLanguage: string };

/**
 * The way on is the same short path, so that a scan stays a scan and a deleted link leads nowhere. `target`: the
 * request's, for a link whose rules may test its query.
 */
export function warningPage(
  location: string,
  path: { slug: string; isScan: boolean },
  { acceptLanguage }: Sender,
  target = '',
): Page {
  const language = preferredLanguageOf(acceptLanguage);
  const { title, unknown, leadsTo, warning, goOn } = TEXTS[language];
  const query = plainQueryOf(target);
  const host = escapeHtml(URL.canParse(location) ? new URL(location).host : unknown);
  const onward = escapeHtml(`${path.isScan ? '/q/' : '/'}${path.slug}?${query && `${query}&`}${CONTINUE}`);
  return makePage({
    status: 200,
    language,
    title,
    html:
      `<p>${leadsTo(`<strong>${host}</strong>`)}</p>` +
      `<p>${warning}</p>` +
      `<p><a rel="nofollow noreferrer" href="${onward}">${goOn(host)}</a></p>`,
  });
}
