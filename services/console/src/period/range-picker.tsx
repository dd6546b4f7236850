// Chooses the days to show: presets, with a key each (1 to 5), or two custom days.

import { type FormEvent, useState } from 'react';
import { useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { useShortcuts } from '../ui/shortcuts';
import { periodTexts } from './period-texts';
import { isDay, type Preset, PRESETS, type Range } from './range';
import './period.css';

type Props = {
  presets?: readonly Preset[];
  range: Range;
  today: string;
  /** The first shown day, when the range has none. */
  first?: string | undefined;
  onRange: (range: Pick<Range, 'preset' | 'from' | 'to'>) => void;
};

function OwnDays({ range, today, first = '', onRange }: Props) {
  const t = useTexts(periodTexts);
  const [from, setFrom] = useState(range.from ?? first);
  const [to, setTo] = useState(range.to);
  const [refused, setRefused] = useState<string>();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = !isDay(from) || !isDay(to) ? t.noDay : from > to ? t.fromAfterTo : undefined;
    setRefused(refusal);
    if (refusal === undefined) onRange({ preset: undefined, from, to });
  };
  return (
    <form className="own-days" noValidate onSubmit={onSubmit}>
      <Field label={t.from} type="date" max={today} value={from} onValue={setFrom} error={refused} />
      <Field label={t.to} type="date" max={today} value={to} onValue={setTo} />
      <Button type="submit">{t.apply}</Button>
    </form>
  );
}

export function RangePicker(props: Props) {
  const { presets = PRESETS, range, today, first, onRange } = props;
  const t = useTexts(periodTexts);
  const choose = (preset: Range['preset']) => onRange({ preset, from: undefined, to: today });
  useShortcuts(Object.fromEntries(presets.map((preset, index) => [String(index + 1), () => choose(preset)])));
  return (
    <div className="range-picker">
      <div className="presets" role="group" aria-label={t.range}>
        {presets.map((preset, index) => (
          <button
            key={preset}
            type="button"
            className="preset"
            aria-pressed={preset === range.preset}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => choose(preset)}
          >
            {t[preset]} <kbd aria-hidden="true">{index + 1}</kbd>
          </button>
        ))}
      </div>
      <OwnDays key={`${range.from ?? first}–${range.to}`} {...props} />
    </div>
  );
}
