// The parts of a destination, for display. The host is in Punycode, as browsers look it up, so that a letter cannot
// pass for a similar one.

export type DestinationParts = {
  before: string;
  host: string;
  after: string;
  /** Whether the host has characters beyond ASCII. */
  isForeign: boolean;
};

/** Undefined for a text that no browser opens as a web page. */
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
