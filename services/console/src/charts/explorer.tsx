// A drawing whose values are read one by one: by arrow keys, a pointer or a finger. To a screen reader it is a slider over
// the values, which says each as it is reached.

import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { unitPixels } from './width';

/** Steps of the keys; PageUp and PageDown go a week of days. */
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

/** Of a list of rows, down is further. */
const DOWNWARDS: Readonly<Record<string, number>> = { ...STEPS, ArrowUp: -1, ArrowDown: 1 };

type Props = {
  label: string;
  count: number;
  /** A list of rows, each of which shows its value itself. */
  isVertical?: boolean;
  /** Says the value below the drawing; default: of what is no list of rows. */
  hasReadout?: boolean;
  /** The value of an index in words. */
  textOf: (index: number) => string;
  /** Which value a point of the drawing belongs to, in its units from its corner, or what is drawn there; none: undefined. */
  indexAt: (x: number, y: number, drawn: EventTarget) => number | undefined;
  /** Where a reader begins, and what is said of the drawing before. */
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
