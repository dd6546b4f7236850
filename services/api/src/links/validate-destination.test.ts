import fc from 'fast-check';
import { anyCharacter } from '../../../../tests/inputs/any-character';
import { anyWebPath, anyWebUrl } from '../../../../tests/inputs/any-web-url';
import { destinationOf, MAX_DESTINATION_CHARACTERS } from './validate-destination';

const validated = (sent: string) => {
  const outcome = destinationOf(sent);
  return outcome.kind === 'refused' ? outcome.fault : outcome.location;
};

const long = (length: number) => `https://a.example/${'p'.repeat(length - 18)}`;

// what is sent, and the Location it becomes or the fault it is refused for
test.each([
  ['http://a.example', 'http://a.example/'],
  ['https://a.example/', 'https://a.example/'],
  ['HTTPS://A.Example/Path', 'https://a.example/Path'],
  ['  https://a.example/  ', 'https://a.example/'],
  ['\n\thttps://a.example/\r\n', 'https://a.example/'],
  ['\u00a0https://a.example/\ufeff', 'https://a.example/'],
  ['https://a.example:443/', 'https://a.example/'],
  ['https://a.example:8443/', 'https://a.example:8443/'],
  ['https:a.example', 'https://a.example/'],
  ['https:///a.example', 'https://a.example/'],
  ['https:\\\\a.example\\b', 'https://a.example/b'],
  ['https://a.example/a b', 'https://a.example/a%20b'],
  ['https://a.example/ä', 'https://a.example/%C3%A4'],
  ['https://a.example/?q=ä&x="', 'https://a.example/?q=%C3%A4&x=%22'],
  ['https://a.example/#ä', 'https://a.example/#%C3%A4'],
  ['https://a.example/%0d%0aSet-Cookie:x', 'https://a.example/%0d%0aSet-Cookie:x'],
  ['https://a.example/%', 'https://a.example/%'],
  ['https://a.example/a/../b', 'https://a.example/b'],
  ['https://a.example/\u2028b', 'https://a.example/%E2%80%A8b'],
  ['https://a.example/🙂', 'https://a.example/%F0%9F%99%82'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://xn--mnchen-3ya.example/', 'https://xn--mnchen-3ya.example/'],
  ['https://ＡＢＣ.example/', 'https://abc.example/'],
  ['https://a。example/', 'https://a.example/'],
  ['https://a.example./', 'https://a.example./'],
  ['https://%61.example/', 'https://a.example/'],
  ['https://so\u00adft.example/', 'https://soft.example/'],
  ['http://0x7f.1/', 'http://127.0.0.1/'],
  ['http://２１３０７０６４３３/', 'http://127.0.0.1/'],
  ['http://127.1', 'http://127.0.0.1/'],
  ['http://[::1]:80/', 'http://[::1]/'],
  ['http://localhost:3000/a', 'http://localhost:3000/a'],
  ['https://a.example/?next=javascript:alert(1)', 'https://a.example/?next=javascript:alert(1)'],
  ['https://a.example/@user', 'https://a.example/@user'],
  [long(MAX_DESTINATION_CHARACTERS), long(MAX_DESTINATION_CHARACTERS)],
  ['', 'malformed'],
  [' ', 'malformed'],
  ['a.example', 'malformed'],
  ['//a.example', 'malformed'],
  ['/path', 'malformed'],
  ['https://', 'malformed'],
  ['https://a b/', 'malformed'],
  [`https:\\\\${'ä'.repeat(1_001)}/`, 'malformed'],
  [`https://ä.${'a'.repeat(1_000)}`, 'malformed'],
  [`https://${'a'.repeat(1_001)}/ä`, `https://${'a'.repeat(1_001)}/%C3%A4`],
  ['https://a.example:99999/', 'malformed'],
  ['https://[::1/', 'malformed'],
  ['https://a<b/', 'malformed'],
  ['http://256.256.256.256/', 'malformed'],
  ['javascript:alert(1)', 'scheme'],
  ['JaVaScRiPt:alert(1)', 'scheme'],
  ['javascript://a.example/%0aalert(1)', 'scheme'],
  ['data:text/html,x', 'scheme'],
  ['ftp://a.example/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['mailto:a@b.example', 'scheme'],
  ['blob:https://a.example/x', 'scheme'],
  ['ws://a.example/', 'scheme'],
  ['view-source:https://a.example/', 'scheme'],
  ['java\nscript:alert(1)', 'characters'],
  ['java\tscript:alert(1)', 'characters'],
  ['\u0001javascript:alert(1)', 'characters'],
  ['https://a.example/\u0000', 'characters'],
  ['https://a.example/\r\nSet-Cookie: x=y', 'characters'],
  ['https://a.example/\u007f', 'characters'],
  ['https://a.example/\u0085b', 'characters'],
  ['https://a.example/\ud800', 'characters'],
  ['https://a.example/\udc00\ud800', 'characters'],
  ['https://user@a.example/', 'credentials'],
  ['https://user:pass@a.example/', 'credentials'],
  ['https://:pass@a.example/', 'credentials'],
  ['https://bank.example@evil.example/', 'credentials'],
  [long(MAX_DESTINATION_CHARACTERS + 1), 'too_long'],
  [`https://a.example/${'漢'.repeat(3_639)}`, 'too_long'],
  [`https://a.example/${'🙂'.repeat(3_000)}`, 'too_long'],
  [`https://a.example/${'漢'.repeat(40_000)}`, 'too_long'],
])('%j', (sent, expected) => {
  expect(validated(sent)).toBe(expected);
});

test('a host with an umlaut is taken after ten thousand other destinations as well', () => {
  for (let index = 0; index < 10_000; index++) validated(`https://a${index}.example/`);
  expect(validated('https://m\u00fcnchen.example/')).toBe('https://xn--mnchen-3ya.example/');
});

test('CJK fits as long as its ninefold ASCII form does', () => {
  const url = `https://a.example/${'漢'.repeat(3_638)}`;
  expect(destinationOf(url)).toMatchObject({ kind: 'destination', url });
  expect(validated(url)).toHaveLength(18 + 9 * 3_638);
});

test('characters outside the BMP count once in the text as sent', () => {
  // 20,000 characters, 40,000 UTF-16 units, gone from the serialisation
  const url = `https://a.example/${'🙂'.repeat(20_000)}/../`;
  expect(validated(url)).toBe('https://a.example/');
});

test('url is what was sent, trimmed and otherwise untouched', () => {
  expect(destinationOf(' https://MÜNCHEN.example/ä ')).toEqual({
    kind: 'destination',
    url: 'https://MÜNCHEN.example/ä',
    location: 'https://xn--mnchen-3ya.example/%C3%A4',
  });
});

test('whatever text is sent, a Location is printable ASCII, http or https, bounded, and parses to itself', () => {
  const piece = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), anyWebPath);
  const text = fc.oneof(
    piece,
    fc
      .tuple(anyWebUrl({ withQueryParameters: true, withFragments: true }), piece)
      .map((parts) => parts.join('')),
    piece.map((tail) => `https://a.example/${tail}`),
  );
  fc.assert(
    fc.property(text, (sent) => {
      const outcome = destinationOf(sent);
      if (outcome.kind === 'refused') return;
      expect(outcome.location).toMatch(/^https?:\/\/[!-~]+$/);
      expect(outcome.location.length).toBeLessThanOrEqual(MAX_DESTINATION_CHARACTERS);
      expect(new URL(outcome.location).href).toBe(outcome.location);
      expect(sent).toContain(outcome.url);
    }),
    { numRuns: 2_000 },
  );
});
