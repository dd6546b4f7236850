// The name of a short link, which a narrow place breaks before the slug.

import type { LinkAddress } from './link-address';

export const ShortName = ({ domain, slug }: LinkAddress) => (
  <>
    {domain}
    <wbr />
    {`/${slug}`}
  </>
);
