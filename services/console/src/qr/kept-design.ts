// The last design in this browser, with which the next code begins. A logo is not kept.

import { DEFAULT_DESIGN, refusalOfDesign, type QrDesign } from '@kurz/qr';
import { readStored, writeStored } from '../browser/stored';

const NAME = 'qr-design';

/** Parses a kept design. A field of another type than the default's is ignored. */
export function designOf(text: string | undefined): QrDesign {
  try {
    const stored = new Map<string, unknown>(Object.entries(JSON.parse(text ?? '{}') as object));
    const known = Object.entries(DEFAULT_DESIGN).map(([field, value]) => {
      const kept = stored.get(field);
      return [field, typeof kept === typeof value ? kept : value] as const;
    });
    const design = { ...DEFAULT_DESIGN, ...Object.fromEntries(known), logoShare: 0 };
    return refusalOfDesign(design) ? DEFAULT_DESIGN : design;
  } catch {
    return DEFAULT_DESIGN;
  }
}

export const readDesign = (): QrDesign => designOf(readStored(NAME));

export const keepDesign = (design: QrDesign): void => writeStored(NAME, JSON.stringify(design));
