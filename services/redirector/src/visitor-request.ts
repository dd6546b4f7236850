// What both lanes take from a request and hand to answer and record. Texts are Latin-1 as they came, '' where there
// is none.

export type VisitorRequest = {
  method: string;
  /** As the request line has it. */
  target: string;
  host: string;
  userAgent: string;
  referer: string;
  acceptLanguage: string;
  /** X-Forwarded-For, entries joined by commas. */
  forwardedFor: string;
  /** The purpose headers, joined by purposeOf. */
  purpose: string;
  /** The socket's other end. */
  remoteAddress: string;
};
