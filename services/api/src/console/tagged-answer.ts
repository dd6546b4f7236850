// An answer with an entity tag of its body, so that a page that has the body gets a 304.

import { createHash } from 'node:crypto';
import type { Refusal } from '../errors/refusal';
import { contentOf } from '../http/content-of';
import { answer, type Answer } from '../http/route';
import { isKnown, type HeaderValue } from '../links/entity-tag';

/** 132 bits. */
const TAG_CHARACTERS = 22;

/** 304 without a body when If-None-Match names the tag. Refusals and streams are left unchanged. */
export function taggedAnswer(outcome: Answer | Refusal, ifNoneMatch: HeaderValue): Answer | Refusal {
  if (outcome.kind === 'refused') return outcome;
  const content = contentOf(outcome);
  if (!content) return outcome;
  const hash = createHash('sha256').update(content.type);
  for (const piece of content.pieces) hash.update(piece);
  const headers = { ...outcome.headers, ETag: `"${hash.digest('base64url').slice(0, TAG_CHARACTERS)}"` };
  if (isKnown(ifNoneMatch, headers.ETag)) return answer(304, undefined, headers);
  return { ...outcome, body: undefined, content, headers };
}
