// A link's address: its domain and slug, as in addresses of the web app and in the short link.

import { decoded } from '../browser/decoded';

export type LinkAddress = { domain: string; slug: string };

/** The page of the link's stats, below the workspace. */
export const pageOf = ({ domain, slug }: LinkAddress): string =>
  `/links/${encodeURIComponent(domain)}/${encodeURIComponent(slug)}`;

/** The short link without its scheme, as people say it. */
export const shortNameOf = ({ domain, slug }: LinkAddress): string => `${domain}/${slug}`;

/** The short link with this page's scheme: http on a laptop, https elsewhere. */
export const shortUrlOf = (address: LinkAddress): string =>
  `${window.location.protocol}//${shortNameOf(address)}`;

/** The address in a QR code: the short link, counted as a scan. */
export const scanUrlOf = ({ domain, slug }: LinkAddress): string =>
  `${window.location.protocol}//${domain}/q/${slug}`;

export const addressOf = (link: { zoneDomain: string; slug: string }): LinkAddress => ({
  domain: link.zoneDomain,
  slug: link.slug,
});

/** The inverse of `pageOf`, from the parts of the page's address. */
export const addressIn = ({ domain, slug }: LinkAddress): LinkAddress => ({
  domain: decoded(domain),
  slug: decoded(slug),
});
