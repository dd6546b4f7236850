// Where a visitor goes who has given a password: the address that was asked, in its plain form.

const CONTINUE = 'continue=unsafe';
const PLAIN_QUERY = /\?([\x21-\x7e]+)$/;

/** Without the answer to a warning: it is behind the password, and nobody has seen it yet. */
export function wayBackOf(
  { slug, isScan }: { slug: string; isScan: boolean },
  target: string,
): { path: string; location: string } {
  const path = `${isScan ? '/q/' : '/'}${slug}`;
  const [, query = ''] = PLAIN_QUERY.exec(target) ?? [];
  const kept = query
    .split('&')
    .filter((part) => part !== CONTINUE)
    .join('&');
  return { path, location: kept === '' ? path : `${path}?${kept}` };
}
