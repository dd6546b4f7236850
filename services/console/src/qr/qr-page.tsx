// The page to design the QR code of a link and download it as SVG or PNG.

import { levelOf, makeQrCode, refusalOfDesign, svgOf, type QrDesign } from '@kurz/qr';
import { useMemo, useState } from 'react';
import { Link as PageLink } from 'wouter';
import { pngOf, saveFile } from '../charts/chart-file';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { addressIn, pageOf, scanUrlOf, shortNameOf, type LinkAddress } from '../link/link-address';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { Select } from '../ui/select';
import { toast } from '../ui/toast';
import { DesignFields } from './design-fields';
import { keepDesign, readDesign } from './kept-design';
import { pictureOf } from './qr-picture';
import { qrTexts } from './qr-texts';
import '../period/period.css';
import './qr-page.css';

const PNG_SIZES = [256, 512, 1024, 2048, 4096];

function useRefusal(design: QrDesign): string | undefined {
  const t = useTexts(qrTexts);
  const format = useFormat();
  const refusal = refusalOfDesign(design);
  switch (refusal?.kind) {
    case undefined:
      return undefined;
    case 'low_contrast':
      // rounded down: 4.49 is not 4.5
      return t.low_contrast(format.number(Math.floor(refusal.contrast * 10) / 10));
    case 'out_of_range':
      return t.out_of_range(refusal.field);
    case 'inverted':
    case 'bad_colour':
      return t[refusal.kind];
  }
}

type DownloadsProps = { svgAt: (size: number) => string; name: string };

function Downloads({ svgAt, name }: DownloadsProps) {
  const t = useTexts(qrTexts);
  const format = useFormat();
  const [size, setSize] = useState(1_024);
  const file = `${name.replaceAll(/[^A-Za-z0-9._-]/g, '_')}-qr`;
  const saveSvg = () => saveFile(`${file}.svg`, new Blob([svgAt(size)], { type: 'image/svg+xml' }));
  const savePng = () =>
    void pngOf(svgAt(size), { width: size, height: size }, 1).then(
      (png) => saveFile(`${file}-${size}.png`, png),
      () => toast(t.failed),
    );
  return (
    <div className="qr-downloads">
      <Select
        label={t.size}
        value={String(size)}
        options={PNG_SIZES.map((one) => ({ value: String(one), name: t.pixels(format.number(one)) }))}
        onValue={(value) => setSize(Number(value))}
      />
      <Button kind="primary" onClick={savePng}>
        <Icon name="download" />
        {'PNG'}
      </Button>
      <Button onClick={saveSvg}>
        <Icon name="download" />
        {'SVG'}
      </Button>
    </div>
  );
}

function Designer({ address }: { address: LinkAddress }) {
  const t = useTexts(qrTexts);
  const [design, setDesign] = useState(readDesign);
  const [logo, setLogo] = useState<string>();
  const refusal = useRefusal(design);
  const [name, text] = [shortNameOf(address), scanUrlOf(address)];
  const change = (typed: Partial<QrDesign>) => {
    const next = { ...design, ...typed };
    setDesign(next);
    if (!refusalOfDesign(next)) keepDesign(next);
  };
  const isDrawn = refusal === undefined;
  const svgAt = useMemo(() => {
    const code = isDrawn ? makeQrCode(text, levelOf(design)) : undefined;
    return (size: number) =>
      code ? svgOf(code, { ...design, size }, name, logo === undefined ? undefined : { href: logo }) : '';
  }, [text, name, design, logo, isDrawn]);
  return (
    <>
      <title>{t.titleOf(name)}</title>
      <div className="page-head">
        <h1>{t.titleOf(name)}</h1>
        <PageLink className="button" href={pageOf(address)}>
          <Icon name="chart" />
          {t.back}
        </PageLink>
      </div>
      <div className="qr-designer">
        <DesignFields design={design} onDesign={change} logo={logo} onLogo={setLogo} />
        <section className="card qr-result" aria-label={t.title}>
          <div role="status">{refusal && <p className="notice notice-danger">{refusal}</p>}</div>
          {isDrawn && (
            <>
              <img
                className="qr-large"
                src={pictureOf(svgAt(640))}
                alt={t.titleOf(name)}
                width={320}
                height={320}
              />
              <Downloads svgAt={svgAt} name={name} />
            </>
          )}
          <p className="hint">
            {t.holds} <code>{text}</code> <CopyButton text={text} /> <br />
            {t.stays}
          </p>
        </section>
      </div>
    </>
  );
}

export default function QrPage({ params }: { params: { domain: string; slug: string } }) {
  const address = addressIn(params);
  return <Designer key={shortNameOf(address)} address={address} />;
}
