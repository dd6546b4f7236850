import { codeWordsOf, damageOf } from './code-words';
import { logoSquareOf } from './module-geometry';
import { makeQrCode, type QrCode } from './qr-code';
import { DEFAULT_DESIGN } from './qr-design';
import { readQrCode } from './read-qr-code-fixture';

const MODULE = 4;
const MARGIN = 4;

/** Reads the code with every module of the given words inverted. */
function read(code: QrCode, turned: ReadonlySet<number>): Promise<string | undefined> {
  const { wordAt } = code.codeWords();
  const side = (code.size + 2 * MARGIN) * MODULE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [column, row] = [Math.floor(x / MODULE) - MARGIN, Math.floor(y / MODULE) - MARGIN];
      const word = wordAt(column, row);
      const isTurned = word !== undefined && turned.has(word);
      if (code.isDark(column, row) !== isTurned) pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return readQrCode(pixels, side);
}

const textOf = (length: number) => 'https://krz.example/q/'.padEnd(length, 'a7Q_');

// versions 2, 5 and 7: one block, several blocks, and several blocks of two lengths
test.each([15, 35, 60])(
  'each block of the code of a text of %i characters repairs as many words as is said, and no more',
  async (length) => {
    const text = textOf(length).slice(0, length);
    const code = makeQrCode(text, 'H');
    const { blocks, repairable } = code.codeWords();
    for (const block of new Set(blocks)) {
      const words = blocks.flatMap((each, word) => (each === block ? [word] : []));
      // from the end as well, where the error-correction words are
      for (const some of [words, words.reverse()]) {
        expect(await read(code, new Set(some.slice(0, repairable)))).toBe(text);
        expect(await read(code, new Set(some.slice(0, repairable + 1)))).not.toBe(text);
      }
    }
  },
);

test('a logo of any share leaves a quarter of what each block repairs, for short links of any length', () => {
  for (const length of [25, 30, 35, 60, 150, 300, 1050])
    for (const logoShare of [0.05, 0.1, 0.15, 0.2]) {
      const code = makeQrCode(textOf(length), 'H');
      const square = logoSquareOf(code, { ...DEFAULT_DESIGN, logoShare });
      expect(square).toBeDefined();
      if (square)
        expect([length, logoShare, damageOf(code.codeWords(), square) <= 0.75]).toEqual([
          length,
          logoShare,
          true,
        ]);
    }
});

test('a square that hides nothing damages nothing', () => {
  const { size, codeWords } = makeQrCode('https://krz.example/q/abc', 'H');
  expect(damageOf(codeWords(), { from: 3, to: 3 })).toBe(0);
  expect(codeWordsOf(size, () => false).blocks).toEqual([]);
});
