// The name of a short link, which breaks before the slug when there is little room.

import type { LinkAddress } from './link-address';

export const ShortName = ({ domain, slug }: LinkAddress) => (
  <>
    {domain}
    <wbr />
    {`/${slug}`}
  </>
);
