import { MAX_TAG_CHARACTERS, tagNameOf } from './tag-name';

test('a name may have as many characters as are allowed, in whatever way they are composed', () => {
  // no character of Unicode decomposes into more
  const apart = '\u1f82'.normalize('NFD');
  expect(apart).toHaveLength(4);
  expect(tagNameOf(`  ${apart.repeat(MAX_TAG_CHARACTERS)}  `)).toMatchObject({
    name: '\u1f82'.repeat(MAX_TAG_CHARACTERS),
  });
  expect(tagNameOf(apart.repeat(MAX_TAG_CHARACTERS + 1))).toBe('too_long');
});

test('no character comes apart into so many that a name which fits is refused for its length as sent', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const composed = character.normalize('NFC');
    const ratio = character.normalize('NFD').length / [...composed].length;
    if (ratio > 8) throw new Error(`${code.toString(16)} comes apart into ${ratio}`);
  }
});

test('four million combining marks are not put in order before their number is seen', () => {
  expect(tagNameOf(`a${'\u0301\u0323'.repeat(2_000_000)}`)).toBe('too_long');
});
