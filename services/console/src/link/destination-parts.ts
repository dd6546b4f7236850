// A destination taken apart for reading. The host is in Punycode, as browsers look it up, so that a similar letter
// cannot pass for another.

export type DestinationParts = {
  before: string;
  host: string;
  after: string;
  /** The host has letters beyond ASCII. */
  isForeign: boolean;
};

/** Undefined for what no browser opens as a web page. */
export function destinationPartsOf(text: string): DestinationParts | undefined {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return undefined;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const path = url.pathname === '/' && !url.search && !url.hash ? '' : url.pathname;
  return {
    before: `${url.protocol}//`,
    host: url.host,
    after: path + url.search + url.hash,
    isForeign: /(^|\.)xn--/.test(url.hostname),
  };
}
