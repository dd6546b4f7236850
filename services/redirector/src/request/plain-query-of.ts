// The query of a target, where it goes into a header or a page: parameters that neither carries are left out.

import { isSendable } from './is-sendable';
import { queryOf } from './read-parameters';

/** '' without any. In one pass: a target may have 32 KiB. */
export const plainQueryOf = (target: string): string =>
  queryOf(target).split('&').filter(isSendable).join('&');
