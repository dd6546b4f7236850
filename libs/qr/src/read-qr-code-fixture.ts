// Reads a QR code with ZXing, a third-party decoder on which phones' scanners are built.

import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
// by default it would be fetched from the internet
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });

/** Reads as a camera in a hurry does: upright, dark on light, one attempt. */
const HURRIED = {
  formats: ['QRCode'],
  tryHarder: false,
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
} satisfies Parameters<typeof readBarcodes>[1];

/** `data`: RGBA of a square of `size` pixels a side. Undefined when nothing was read. */
export async function readQrCode(
  data: Uint8Array | Uint8ClampedArray,
  size: number,
): Promise<string | undefined> {
  const image = { data: new Uint8ClampedArray(data), width: size, height: size, colorSpace: 'srgb' } as const;
  const [code] = await readBarcodes(image, HURRIED);
  return code?.text;
}
