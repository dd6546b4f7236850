// The visit as a line: written by the redirector, read by the ingester.

export {
  decodeVisit,
  encodeVisit,
  encodeVisitBy,
  encodeVisitor,
  MALFORMED_REASONS,
  type DecodedVisit,
  type MalformedReason,
} from './visit-line';
export { LATEST_TIME } from './line-format';
export { readVisit, readVisits, type ReadVisit } from './read-visits';
export { VisitTexts } from './visit-texts';
export { cutAddress } from './cut-address';
export { referrerHostOf } from './referrer-host-of';
export type { AnsweredRedirect, Visit, Visitor } from './visit';
