// Addresses of the web, for fast-check: the same from the same seed as `fc.webUrl` and `fc.webPath`, which first fill a
// table of all characters (any-character.ts).

import fc from 'fast-check';
import { anyCharacter } from './any-character';

const SEGMENT_MARKS = "-._~!$&'()*+,;=:@";

const range = (first: string, num: number) => ({
  num,
  build: (at: number) => String.fromCharCode(first.charCodeAt(0) + at),
});

function percentEncoded(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded;
}

/** A letter, a digit or one of `marks`, one in eleven times any character in percent encoding. */
const characterWith = (marks: string) =>
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.mapToConstant(range('a', 26), range('A', 26), range('0', 10), {
        num: marks.length,
        build: (at) => marks.charAt(at),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }).map(percentEncoded, (text) => {
        if (typeof text !== 'string') throw new Error('no text');
        return decodeURIComponent(text);
      }),
    },
  );

const ofSegment = characterWith(SEGMENT_MARKS);
const ofQuery = characterWith(`${SEGMENT_MARKS}/?`);

const pathOf = (segment: fc.Size, segments: fc.Size) =>
  fc
    .array(fc.string({ unit: ofSegment, size: segment }), { size: segments })
    .map((parts) => parts.map((part) => `/${part}`).join(''));

/** `fc.webPath()` */
export const anyWebPath = fc.oneof(pathOf('small', 'xsmall'), pathOf('xsmall', 'small'));

type Parts = { withQueryParameters?: boolean; withFragments?: boolean };

/** `fc.webUrl(parts)` */
export function anyWebUrl({ withQueryParameters = false, withFragments = false }: Parts = {}) {
  const text = fc.string({ unit: ofQuery, size: 'small' });
  const optional = (isThere: boolean) => (isThere ? fc.option(text) : fc.constant(null));
  return fc
    .tuple(
      fc.constantFrom('http', 'https'),
      fc.webAuthority({ size: 'small' }),
      anyWebPath,
      optional(withQueryParameters),
      optional(withFragments),
    )
    .map(
      ([scheme, authority, path, query, fragment]) =>
        `${scheme}://${authority}${path}${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`,
    );
}
