import { makeQrCode } from './qr-code';
import { DEFAULT_DESIGN, MODULE_SHAPES } from './qr-design';
import { svgOf } from './qr-svg';

const code = makeQrCode('https://krz.example/q/spring', 'M');

test.each(MODULE_SHAPES)('%s: the document has the size, the quiet zone and both colours', (shape) => {
  const svg = svgOf(code, { ...DEFAULT_DESIGN, shape, size: 512, dark: '#112233' }, 'Spring');
  const side = code.size + 8;
  expect(svg).toContain(`viewBox="0 0 ${side} ${side}" width="512" height="512"`);
  expect(svg).toContain('fill="#112233"');
  expect(svg).toContain('fill="#ffffff"');
  // nothing is drawn in the quiet zone
  const starts = [...svg.matchAll(/M([\d.]+) ([\d.]+)[hHa]/g)]
    .slice(1)
    .map(([, x, y]) => [Number(x), Number(y)]);
  expect(starts.flat().every((at) => at >= 4 && at <= side - 4)).toBe(true);
});

test('texts stay text: title and logo are escaped', () => {
  const svg = svgOf(code, { ...DEFAULT_DESIGN, logoShare: 0.1 }, '<script>"&', { href: 'data:"><script>' });
  expect(svg).not.toContain('<script>');
  expect(svg).toContain('<title>&#60;script&#62;&#34;&#38;</title>');
});

test('the same link and design give the same bytes', () => {
  expect(svgOf(code, DEFAULT_DESIGN, 'a')).toBe(
    svgOf(makeQrCode('https://krz.example/q/spring', 'M'), DEFAULT_DESIGN, 'a'),
  );
});
