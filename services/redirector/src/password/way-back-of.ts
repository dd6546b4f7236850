// Where a visitor goes who has given a password: the address that was asked, in its plain form.

import { plainQueryOf } from '../request/plain-query-of';

const CONTINUE = 'continue=unsafe';

/** Without the answer to a warning: it is behind the password, and nobody has seen it yet. */
export function wayBackOf(
  { slug, isScan }: { slug: string; isScan: boolean },
  target: string,
): { path: string; location: string } {
  const path = `${isScan ? '/q/' : '/'}${slug}`;
  const kept = plainQueryOf(target)
    .split('&')
    .filter((part) => part !== CONTINUE)
    .join('&');
  return { path, location: kept === '' ? path : `${path}?${kept}` };
}
