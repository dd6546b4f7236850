// What both lanes take from a request and hand to answer and record. Texts are Latin-1 as they came, '' where there
// is none.

/** What the headers say of who asks, and for which host. Requests of one connection may share it. */
export type Sender = {
  host: string;
  userAgent: string;
  referer: string;
  acceptLanguage: string;
  /** X-Forwarded-For, entries joined by commas. */
  forwardedFor: string;
  /** The purpose headers, joined by purposeOf. */
  purpose: string;
  /** Sec-Fetch-Site: where a browser says the request comes from. */
  fetchSite: string;
  /** The socket's other end. */
  remoteAddress: string;
  /** Its part of a visit's line, from its first visit on. */
  visitorText?: string;
};

export type VisitorRequest = {
  method: string;
  /** As the request line has it. */
  target: string;
  sender: Sender;
};
