// A drawing whose values can be read one by one: by arrow keys, a pointer or touch. To a screen reader it is a slider
// over the values, which announces each.

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { unitPixels } from './width';

/** Steps of the keys. PageUp and PageDown move by a week of days. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: -7,
  PageDown: 7,
  Home: -Infinity,
  End: Infinity,
};

/** In a list of rows, down means forwards. */
const DOWNWARDS: Readonly<Record<string, number>> = { ...STEPS, ArrowUp: -1, ArrowDown: 1 };

type Props = {
  label: string;
  count: number;
  /** For a list of rows, which show their values themselves. */
  isVertical?: boolean;
  /** Shows the value below the drawing; default: true except for a list of rows. */
  hasReadout?: boolean;
  /** The value of an index in words. */
  textOf: (index: number) => string;
  /** The value at a point (in units from the corner), or at the element that is drawn there, if any. */
  indexAt: (x: number, y: number, drawn: EventTarget) => number | undefined;
  /** The value where reading begins, and that is announced before. */
  start: number;
  children: (at: number | undefined) => ReactNode;
};

export function Explorer(props: Props) {
  const { label, count, isVertical = false, textOf, indexAt, start, children } = props;
  const { hasReadout = !isVertical } = props;
  const [chosen, setChosen] = useState<number>();
  const last = count - 1;
  const within = (index: number) => Math.max(0, Math.min(last, index));
  const at = chosen === undefined ? undefined : within(chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (isVertical ? DOWNWARDS : STEPS)[event.key];
    if (event.key === 'Escape') setChosen(undefined);
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setChosen(at === undefined ? within(start) : within(at + step));
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const unit = unitPixels();
    setChosen(indexAt((event.clientX - left) / unit, (event.clientY - top) / unit, event.target));
  };
  return (
    <div
      className="explorer"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? within(start)}
      aria-valuetext={textOf(at ?? within(start))}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(undefined)}
      onBlur={() => setChosen(undefined)}
    >
      {children(at)}
      {hasReadout && <p className="readout">{textOf(at ?? within(start))}</p>}
    </div>
  );
}
