// The page in front of a destination that is flagged unsafe: names its host and lets the person go on.

import { escapeHtml } from '@kurz/process';
import { plainQueryOf } from '../request/plain-query-of';
import { makePage, type Page } from './page';

const CONTINUE = 'continue=unsafe';

/** Sec-Fetch-Site of a click on the warning itself; older browsers, and all over plain HTTP, send none. */
const FROM_THE_WARNING: readonly string[] = ['', 'same-origin'];

/** True when the person has seen the warning and goes on. The address alone proves nothing: a mail could hold it. */
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

function hostOf(location: string): string {
  return URL.canParse(location) ? new URL(location).host : 'an unknown place';
}

/**
 * The way on is the same short path, so that a scan stays a scan and a deleted link leads nowhere. `target`: of a link
 * that asks for its query.
 */
export function warningPage(location: string, path: { slug: string; isScan: boolean }, target = ''): Page {
  const query = plainQueryOf(target);
  const host = escapeHtml(hostOf(location));
  const onward = escapeHtml(`${path.isScan ? '/q/' : '/'}${path.slug}?${query && `${query}&`}${CONTINUE}`);
  return makePage({
    status: 200,
    title: 'This link may be dangerous',
    html:
      `<p>It leads to <strong>${host}</strong>, which has been reported for phishing or malware.</p>` +
      `<p>Do not enter passwords or payment details there.</p>` +
      `<p><a rel="nofollow noreferrer" href="${onward}">Go on to ${host} anyway</a></p>`,
  });
}
