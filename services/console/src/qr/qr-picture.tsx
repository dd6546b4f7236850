// A QR code as a picture that needs no request: an SVG in a data: address.

import { DEFAULT_DESIGN, levelOf, makeQrCode, svgOf, type QrDesign } from '@kurz/qr';
import { useMemo } from 'react';

/** The address of an SVG document as a picture of this page. */
export const pictureOf = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

type Props = { text: string; name: string; design?: QrDesign; size?: number };

export default function QrPicture({ text, name, design = DEFAULT_DESIGN, size = 176 }: Props) {
  const address = useMemo(() => {
    const code = makeQrCode(text, levelOf(design));
    return pictureOf(svgOf(code, design, name));
  }, [text, name, design]);
  return <img className="qr-picture" src={address} alt={name} width={size} height={size} />;
}
