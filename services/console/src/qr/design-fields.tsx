// The choices of a QR code's design.

import {
  contrastOf,
  DEFAULT_DESIGN,
  DESIGN_LIMITS,
  ERROR_LEVELS,
  levelOf,
  MODULE_SHAPES,
  type QrDesign,
} from '@kurz/qr';
import { useEffect, useId, useRef, useState } from 'react';
import { useFormat } from '../i18n/format';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Select } from '../ui/select';
import { LOGO_TYPES, readLogo } from './logo-file';
import { qrTexts } from './qr-texts';

const FIRST_SHARE = 0.15;

export type DesignProps = {
  design: QrDesign;
  onDesign: (change: Partial<QrDesign>) => void;
  /** A data: address. */
  logo: string | undefined;
  onLogo: (logo: string | undefined) => void;
};

function Slider({
  label,
  hint,
  value,
  min,
  max,
  step,
  said,
  onValue,
}: {
  label: string;
  hint?: string;
  value: number;
  min: number;
  max: number;
  step: number;
  said: string;
  onValue: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}: <b>{said}</b>
      </label>
      <input
        id={id}
        type="range"
        {...{ min, max, step, value }}
        aria-valuetext={said}
        onChange={({ target }) => onValue(Number(target.value))}
      />
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
}

function ColourField({
  label,
  value,
  onValue,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="colour-field">
        <input
          type="color"
          aria-label={label}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
        <input
          id={id}
          value={value}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onValue(target.value.toLowerCase())}
        />
      </div>
    </div>
  );
}

function LogoField({ design, onDesign, logo, onLogo }: DesignProps) {
  const t = useTexts(qrTexts);
  const format = useFormat();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  // otherwise the browser fires no change event when the same file is chosen again
  const forgetFile = () => {
    if (input.current) input.current.value = '';
  };
  useEffect(() => {
    if (logo === undefined) forgetFile();
  }, [logo]);
  const take = (file: File | undefined) => {
    if (!file) return;
    void readLogo(file).then((read) => {
      setRefused(read.kind === 'logo' ? undefined : t[read.kind]);
      if (read.kind !== 'logo') return forgetFile();
      onLogo(read.href);
      onDesign({ logoShare: design.logoShare || FIRST_SHARE });
    });
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t.logo}</label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={LOGO_TYPES.join(',')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => take(target.files?.[0])}
      />
      <p className="hint" id={`${id}-hint`}>
        {t.logoHint}
      </p>
      <p className="field-error" role="status">
        {refused}
      </p>
      {logo && (
        <>
          <Slider
            label={t.logoShare}
            value={design.logoShare}
            min={0.05}
            max={DESIGN_LIMITS.logoShare.max}
            step={0.01}
            said={format.percent(design.logoShare)}
            onValue={(logoShare) => onDesign({ logoShare })}
          />
          <p>
            <Button
              onClick={() => {
                onLogo(undefined);
                onDesign({ logoShare: 0 });
              }}
            >
              {t.noLogo}
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

const isColour = (text: string) => /^#[0-9a-f]{6}$/.test(text);

export function DesignFields(props: DesignProps) {
  const { design, onDesign, logo } = props;
  const t = useTexts(qrTexts);
  const format = useFormat();
  const { dark, light } = design;
  const levels = { L: t.levelL, M: t.levelM, Q: t.levelQ, H: t.levelH };
  return (
    <section className="card qr-fields" aria-label={t.design}>
      <div className="presets" role="group" aria-label={t.shape}>
        {MODULE_SHAPES.map((shape) => (
          <button
            key={shape}
            type="button"
            className="preset"
            aria-pressed={shape === design.shape}
            onClick={() => onDesign({ shape })}
          >
            {t[shape]}
          </button>
        ))}
      </div>
      <div className="qr-colours">
        <ColourField label={t.dark} value={dark} onValue={(value) => onDesign({ dark: value })} />
        <ColourField label={t.light} value={light} onValue={(value) => onDesign({ light: value })} />
      </div>
      {isColour(dark) && isColour(light) && (
        <p className="hint">{t.contrast(format.number(Math.floor(contrastOf(dark, light) * 10) / 10))}</p>
      )}
      <div>
        <Select
          label={t.level}
          value={levelOf(design)}
          options={ERROR_LEVELS.filter((level) => !logo || level === levelOf(design)).map((level) => ({
            value: level,
            name: levels[level],
          }))}
          onValue={(level) => onDesign({ level })}
        />
        {logo && <p className="hint">{t.raised}</p>}
      </div>
      <Slider
        label={t.margin}
        hint={t.marginHint}
        value={design.margin}
        {...DESIGN_LIMITS.margin}
        step={1}
        said={format.number(design.margin)}
        onValue={(margin) => onDesign({ margin })}
      />
      <LogoField {...props} />
      <p>
        <Button
          onClick={() => {
            props.onLogo(undefined);
            onDesign(DEFAULT_DESIGN);
          }}
        >
          {t.reset}
        </Button>
      </p>
    </section>
  );
}
