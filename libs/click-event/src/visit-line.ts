// Encodes a Visit as one line of Latin-1 text, and decodes it.
// Fields: version, time, workspace, link, scan, method, purpose, agent, referrer host, language, network; for a split
// link also the variant.

import { escapeField, unescapeField } from './field-escape';
import { LATEST_TIME, VERSION } from './line-format';
import { plainVisitOf } from './plain-visit-of';
import type { AnsweredRedirect, Visit, Visitor } from './visit';

const FIELDS = 11;
const VARIANT = /^(?:\d|10)$/;

// What a client sends is bounded here as well: the journal refuses a line over 64 KiB, and the visit would be lost.
const MAX_METHOD_LENGTH = 32;
const MAX_PURPOSE_LENGTH = 256;
const MAX_AGENT_LENGTH = 512;
const MAX_HOST_LENGTH = 253;
const MAX_LANGUAGE_LENGTH = 35;
const MAX_NETWORK_LENGTH = 43;

/** Why a line is not a visit. */
export const MALFORMED_REASONS = [
  'unknown_version',
  'wrong_field_count',
  'bad_time',
  'missing_id',
  'bad_flag',
  'bad_escape',
] as const;
export type MalformedReason = (typeof MALFORMED_REASONS)[number];

export type DecodedVisit = { kind: 'visit'; visit: Visit } | { kind: 'malformed'; reason: MalformedReason };

const malformed = (reason: MalformedReason): DecodedVisit => ({ kind: 'malformed', reason });

/** The visitor's part of a line, for any number of visits. */
export function encodeVisitor(visitor: Visitor): string {
  const purpose = escapeField(visitor.purpose, MAX_PURPOSE_LENGTH);
  const agent = escapeField(visitor.userAgent, MAX_AGENT_LENGTH);
  const host = escapeField(visitor.referrerHost, MAX_HOST_LENGTH);
  const language = escapeField(visitor.language, MAX_LANGUAGE_LENGTH);
  const network = escapeField(visitor.network, MAX_NETWORK_LENGTH);
  return `${purpose}\t${agent}\t${host}\t${language}\t${network}`;
}

/** `encodeVisit` with a visitor that is already encoded. */
export function encodeVisitBy(redirect: AnsweredRedirect, visitorText: string): string {
  const ids = `${escapeField(redirect.workspaceId)}\t${escapeField(redirect.linkId)}`;
  const method = escapeField(redirect.method, MAX_METHOD_LENGTH);
  const scan = redirect.isScan ? '1' : '0';
  const line = `${VERSION}\t${redirect.time}\t${ids}\t${scan}\t${method}\t${visitorText}`;
  return redirect.variant === undefined ? line : `${line}\t${redirect.variant}`;
}

/** One line without its end: Latin-1 only, no line break; characters beyond U+00FF become `?`. */
export const encodeVisit = (visit: Visit): string => encodeVisitBy(visit, encodeVisitor(visit));

function timeOf(field: string | undefined): number | undefined {
  const time = field !== undefined && /^\d{1,16}$/.test(field) ? Number(field) : NaN;
  return time <= LATEST_TIME ? time : undefined;
}

/** Decodes any line. `plainVisitOf` is faster, and gives the same result for the lines that it reads. */
function visitOfFields(line: string): DecodedVisit {
  const fields = line.split('\t', FIELDS + 2);
  if (fields[0] !== VERSION) return malformed('unknown_version');
  const variant = fields[FIELDS];
  const isVariant = variant === undefined || (fields.length === FIELDS + 1 && VARIANT.test(variant));
  if (fields.length < FIELDS || !isVariant) return malformed('wrong_field_count');
  const time = timeOf(fields[1]);
  if (time === undefined) return malformed('bad_time');
  const scan = fields[4];
  if (scan !== '0' && scan !== '1') return malformed('bad_flag');
  const texts: string[] = [];
  for (const field of fields) {
    const text = unescapeField(field);
    if (text === undefined) return malformed('bad_escape');
    texts.push(text);
  }
  const [, , workspaceId, linkId] = texts;
  if (!workspaceId || !linkId) return malformed('missing_id');
  const [method = '', purpose = '', userAgent = '', referrerHost = '', language = '', network = ''] =
    texts.slice(5);
  return {
    kind: 'visit',
    visit: {
      time,
      workspaceId,
      linkId,
      isScan: scan === '1',
      method,
      purpose,
      userAgent,
      referrerHost,
      language,
      network,
      ...(variant !== undefined && { variant: Number(variant) }),
    },
  };
}

/** The visit of a line that `encodeVisit` made; never throws. */
export function decodeVisit(line: string): DecodedVisit {
  const visit = plainVisitOf(line);
  return visit ? { kind: 'visit', visit } : visitOfFields(line);
}
