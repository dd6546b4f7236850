// The visit as a line, and the dimensions by which it is counted.

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
export {
  CLICK_DIMENSIONS,
  eachDimension,
  IMPORTED,
  STORED_DIMENSIONS,
  type ClickDimension,
  type HumansByKey,
  type StoredDimension,
} from './click-dimensions';
export { addressKeyOf, unmappedAddressOf } from './address-key-of';
export { cutAddress } from './cut-address';
export { parseIpv6 } from './parse-ipv6';
export { ownCopy } from './own-copy';
export { admitHost, capReferrers, isReferrerHost, REFERRER_CAP } from './referrer-cap';
export { referrerHostOf } from './referrer-host-of';
export type { AnsweredRedirect, Visit, Visitor } from './visit';
