// The entity tag of a link, `"<version>-<digest>"`. It is strong: the digest is the body's and changes with every byte,
// also by a counted visit. If-None-Match compares the whole. If-Match compares the version alone, which only an edit
// changes: visits come at any moment and hinder no edit.

import { createHash } from 'node:crypto';

/** A header as Node gives it. */
export type HeaderValue = string | string[] | undefined;

const TAGS = /(W\/)?"([^"]*)"/g;

/** 96 bits: two bodies of one version do not collide. */
const DIGEST_CHARACTERS = 16;

const textOf = (header: HeaderValue) => (Array.isArray(header) ? header.join(',') : header)?.trim();

export function entityTagOf(version: number, body: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  return `"${version}-${digest.slice(0, DIGEST_CHARACTERS)}"`;
}

/** Whether the caller's copy is the current one; a tag that a proxy made weak names the same copy. */
export function isKnown(ifNoneMatch: HeaderValue, tag: string): boolean {
  const text = textOf(ifNoneMatch) ?? '';
  return text === '*' || [...text.matchAll(TAGS)].some(([, , opaque]) => `"${opaque}"` === tag);
}

/** Whether an edit or a deletion may go on. A weak tag never matches (RFC 9110, 13.1.1), nor does any other text. */
export function meetsIfMatch(ifMatch: HeaderValue, version: number): boolean {
  const text = textOf(ifMatch);
  if (text === undefined || text === '*') return true;
  return [...text.matchAll(TAGS)].some(
    ([, weak, opaque]) => !weak && opaque?.split('-', 1)[0] === `${version}`,
  );
}
