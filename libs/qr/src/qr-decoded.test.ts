import { assertDecoded, QUALITY, readAgain, SIZE } from './decoded-designs-fixture';
import { DEFAULT_DESIGN, type QrDesign } from './qr-design';

const DESIGNS = 10;

// 500 designs are read in tests/flow/qr-codes-are-read.slow.test.ts
test(`${DESIGNS} random designs are read at ${SIZE} px after JPEG at quality ${QUALITY}`, async () => {
  await assertDecoded(DESIGNS);
});

// one of 438 random designs: a fifth of the area took all the repair capacity of its blocks
test('a design with the largest logo is read', async () => {
  const text = 'https://krz.example/q/_--AaA_aAAA-C';
  const design = { ...DEFAULT_DESIGN, size: SIZE, margin: 7, light: '#f3dcbf', logoShare: 0.2 };
  expect(await readAgain(text, design)).toBe(text);
});

// one of 193 random designs: the decoder lost the grid at a rounded alignment pattern
test('a code whose corners are rounded keeps its alignment patterns', async () => {
  const colours = { dark: '#c4046a', light: '#dffbca' };
  const design: QrDesign = {
    ...DEFAULT_DESIGN,
    ...colours,
    size: SIZE,
    margin: 6,
    shape: 'rounded',
    logoShare: 0.05,
  };
  for (const end of 'acfghj') {
    const text = `https://krz.example/q/_yA_8__--6-_${end}`;
    expect(await readAgain(text, design)).toBe(text);
  }
});
