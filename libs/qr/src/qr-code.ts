// The modules of a QR code, without a quiet zone. Encoded by uqr.

import { encode, QrCodeDataType } from 'uqr';
import { codeWordsOf, type CodeWords } from './code-words';

/** How much may be lost: about 7, 15, 25 or 30 % of the code words. */
export type ErrorLevel = 'L' | 'M' | 'Q' | 'H';

export type QrCode = {
  /** Modules on a side. */
  size: number;
  /** False outside the code. */
  isDark: (x: number, y: number) => boolean;
  /** Of the patterns by which cameras find the code, and its grid. */
  patternAt: (x: number, y: number) => 'finder' | 'alignment' | undefined;
  /** Of a code at level H. */
  codeWords: () => CodeWords;
};

const PATTERNS = new Map<QrCodeDataType | undefined, 'finder' | 'alignment'>([
  [QrCodeDataType.Position, 'finder'],
  [QrCodeDataType.Alignment, 'alignment'],
]);

/** The smallest code that holds `text` at `level`. Throws when the text is longer than a code can hold. */
export function makeQrCode(text: string, level: ErrorLevel): QrCode {
  const { size, data, types } = encode(text, { ecc: level, border: 0 });
  return {
    size,
    isDark: (x, y) => data[y]?.[x] ?? false,
    patternAt: (x, y) => PATTERNS.get(types[y]?.[x]),
    codeWords: () => codeWordsOf(size, (x, y) => types[y]?.[x] === QrCodeDataType.Data),
  };
}
