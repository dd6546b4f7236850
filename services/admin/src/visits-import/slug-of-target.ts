// The slug of a logged target: the slug that the redirector would have looked up, or a hash of the path when the path
// is no legal slug.

import { createHash } from 'node:crypto';
import { isReservedSlug } from '@kurz/api';
import { shortPathOf } from '@kurz/redirector';

export type TargetSlug = {
  slug: string;
  isScan: boolean;
  /** The path itself, without query and fragment. */
  path: string;
  isHashed: boolean;
};

const HASH_LENGTH = 32;

/** The path of a target in any of HTTP's forms (`/a?b`, `http://host/a`), or undefined when it has none. */
export function pathOf(target: string): string | undefined {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/i.exec(target);
  const path = (absolute ? absolute[1] || '/' : target).replace(/[?#].*$/s, '');
  return path.startsWith('/') ? path : undefined;
}

/** The slug of a target, or undefined when it has no path. */
export function slugOfTarget(target: string): TargetSlug | undefined {
  const path = pathOf(target);
  if (path === undefined) return undefined;
  const short = shortPathOf(path);
  if (short.kind === 'link' && !isReservedSlug(short.slug)) {
    return { slug: short.slug, isScan: short.isScan, path, isHashed: false };
  }
  const slug = createHash('sha256').update(path).digest('hex').slice(0, HASH_LENGTH);
  return { slug, isScan: false, path, isHashed: true };
}
