import { destinationPartsOf } from './destination-parts';

test('a destination is taken apart around its host', () => {
  expect(destinationPartsOf('https://shop.example/a?b=c#d')).toEqual({
    before: 'https://',
    host: 'shop.example',
    after: '/a?b=c#d',
    isForeign: false,
  });
  expect(destinationPartsOf(' http://shop.example:8080/ ')).toMatchObject({
    host: 'shop.example:8080',
    after: '',
  });
});

test('a host that looks like another is shown in Punycode', () => {
  // the first letter is Cyrillic
  expect(destinationPartsOf('https://\u0430pple.com/login')).toMatchObject({
    host: 'xn--pple-43d.com',
    isForeign: true,
  });
  expect(destinationPartsOf('https://bücher.example/')).toMatchObject({
    host: 'xn--bcher-kva.example',
    isForeign: true,
  });
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example', 'shop.example', '', 'https://'])(
  '%j is no address of a page',
  (text) => {
    expect(destinationPartsOf(text)).toBeUndefined();
  },
);
