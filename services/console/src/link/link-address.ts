// Where a link is: its domain and slug, as addresses of the web app and of the short link write them.

import { decoded } from '../browser/decoded';

export type LinkAddress = { domain: string; slug: string };

/** The page of the link's stats, below the workspace. */
export const pageOf = ({ domain, slug }: LinkAddress): string =>
  `/links/${encodeURIComponent(domain)}/${encodeURIComponent(slug)}`;

/** Without scheme, as people say it. */
export const shortNameOf = ({ domain, slug }: LinkAddress): string => `${domain}/${slug}`;

/** Short links are served as this page is: http on a laptop, https elsewhere. */
export const shortUrlOf = (address: LinkAddress): string =>
  `${window.location.protocol}//${shortNameOf(address)}`;

/** What a QR code holds: the short link, counted as a scan. */
export const scanUrlOf = ({ domain, slug }: LinkAddress): string =>
  `${window.location.protocol}//${domain}/q/${slug}`;

export const addressOf = (link: { zoneDomain: string; slug: string }): LinkAddress => ({
  domain: link.zoneDomain,
  slug: link.slug,
});

/** What `pageOf` wrote, from the parts of the page's address. */
export const addressIn = ({ domain, slug }: LinkAddress): LinkAddress => ({
  domain: decoded(domain),
  slug: decoded(slug),
});
