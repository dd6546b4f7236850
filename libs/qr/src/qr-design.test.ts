import { contrastOf, DEFAULT_DESIGN, levelOf, refusalOfDesign, type QrDesign } from './qr-design';

const refusalOf = (change: Partial<QrDesign>) => refusalOfDesign({ ...DEFAULT_DESIGN, ...change });

test('contrast is that of WCAG: 21 of black and white, 1 of a colour and itself', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#4f46e5', '#4f46e5')).toBe(1);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('the default design is drawn', () => {
  expect(refusalOf({})).toBeUndefined();
});

test('a contrast below 4.5 is refused, and light on dark as well', () => {
  expect(refusalOf({ dark: '#777777' })).toEqual({
    kind: 'low_contrast',
    contrast: contrastOf('#777777', '#ffffff'),
  });
  expect(refusalOf({ dark: '#ffffff', light: '#000000' })).toEqual({ kind: 'inverted' });
});

test.each<[Partial<QrDesign>, string]>([
  [{ size: 255 }, 'size'],
  [{ size: 4097 }, 'size'],
  [{ size: 300.5 }, 'size'],
  [{ margin: 3 }, 'margin'],
  [{ margin: 17 }, 'margin'],
  [{ logoShare: 0.21 }, 'logoShare'],
  [{ logoShare: Number.NaN }, 'logoShare'],
])('%j is out of range', (change, field) => {
  expect(refusalOf(change)).toEqual({ kind: 'out_of_range', field });
});

test.each(['red', '#fff', '#12345g', '#000000"/><script>', ''])('%j is no colour', (dark) => {
  expect(refusalOf({ dark })).toEqual({ kind: 'bad_colour', field: 'dark' });
});

test('a logo raises the error level to the highest', () => {
  expect(levelOf({ ...DEFAULT_DESIGN, level: 'L' })).toBe('L');
  expect(levelOf({ ...DEFAULT_DESIGN, level: 'L', logoShare: 0.1 })).toBe('H');
});
