// Where a visitor goes after giving a password: the requested address, in its plain form.

import { plainQueryOf } from '../request/plain-query-of';

const CONTINUE = 'continue=unsafe';

/** Leaves out the confirmation of a warning: the warning is behind the password, and nobody has seen it yet. */
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
