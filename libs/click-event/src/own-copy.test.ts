// A copy must be equal to its original in every case, or a cache would never find it again.
import fc from 'fast-check';

import { anyCharacter } from '../../../tests/inputs/any-character';
import { ownCopy } from './own-copy';

test('a copy has the very characters of its original', () => {
  for (const text of ['', 'news.example', '"\\\n\t', '\u0000\u00ff\u2028', '🦊', '\ud800', 'a\udc00b']) {
    expect(ownCopy(text)).toBe(text);
  }
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(ownCopy(text)).toBe(text);
    }),
    { seed: 1 },
  );
});
