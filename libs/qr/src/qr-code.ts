// The modules of a QR code, without a quiet zone, encoded by uqr.

import { encode, QrCodeDataType } from 'uqr';
import { codeWordsOf, type CodeWords } from './code-words';

/** How much damage is repaired: about 7, 15, 25 or 30 % of the code words. */
export type ErrorLevel = 'L' | 'M' | 'Q' | 'H';

export const ERROR_LEVELS: readonly ErrorLevel[] = ['L', 'M', 'Q', 'H'];
/** Bytes that the largest code holds, by ISO/IEC 18004. */
const MAX_BYTES: Readonly<Record<ErrorLevel, number>> = { L: 2953, M: 2331, Q: 1663, H: 1273 };

export type QrCode = {
  level: ErrorLevel;
  /** Modules on a side. */
  size: number;
  /** False outside the code. */
  isDark: (x: number, y: number) => boolean;
  /** The kind of pattern at a module, by which cameras find the code and its grid. */
  patternAt: (x: number, y: number) => 'finder' | 'alignment' | undefined;
  /** Only valid for a code at level H. */
  codeWords: () => CodeWords;
};

const PATTERNS = new Map<QrCodeDataType | undefined, 'finder' | 'alignment'>([
  [QrCodeDataType.Position, 'finder'],
  [QrCodeDataType.Alignment, 'alignment'],
]);

/** `wanted`, or the highest level at which the text fits into a code. */
function levelFor(text: string, wanted: ErrorLevel): ErrorLevel {
  const bytes = new TextEncoder().encode(text).length;
  const upTo = ERROR_LEVELS.slice(0, ERROR_LEVELS.indexOf(wanted) + 1);
  return upTo.findLast((level) => bytes <= MAX_BYTES[level]) ?? 'L';
}

/**
 * The smallest code that holds `text` at the level `wanted`, or at the highest level below it at which the text fits.
 * Throws when the text is longer than any code can hold.
 */
export function makeQrCode(text: string, wanted: ErrorLevel): QrCode {
  const level = levelFor(text, wanted);
  const { size, data, types } = encode(text, { ecc: level, border: 0 });
  return {
    level,
    size,
    isDark: (x, y) => data[y]?.[x] ?? false,
    patternAt: (x, y) => PATTERNS.get(types[y]?.[x]),
    codeWords: () => codeWordsOf(size, (x, y) => types[y]?.[x] === QrCodeDataType.Data),
  };
}
