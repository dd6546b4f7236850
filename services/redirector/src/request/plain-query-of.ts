// The query of a target, where it goes into a header or a page: parameters that neither carries are left out.

import { isSendable } from './is-sendable';

/** '' without any. In one pass: a target may have 32 KiB. */
export function plainQueryOf(target: string): string {
  const mark = target.indexOf('?');
  if (mark < 0) return '';
  return target
    .slice(mark + 1)
    .split('&')
    .filter(isSendable)
    .join('&');
}
