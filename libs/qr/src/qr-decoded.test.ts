import { assertDecoded, QUALITY, readAgain, SIZE } from './decoded-designs-fixture';
import { DEFAULT_DESIGN } from './qr-design';

const DESIGNS = 10;

// 500 of them: tests/flow/qr-codes-are-read.slow.test.ts
test(`${DESIGNS} random designs are read at ${SIZE} px after JPEG at quality ${QUALITY}`, () => {
  assertDecoded(DESIGNS);
});

// one of 438 random ones: a fifth of the area hid all that its blocks could repair
test('a design with the largest logo is read', () => {
  const text = 'https://krz.example/q/_--AaA_aAAA-C';
  const design = { ...DEFAULT_DESIGN, size: SIZE, margin: 7, light: '#f3dcbf', logoShare: 0.2 };
  expect(readAgain(text, design)).toBe(text);
});
