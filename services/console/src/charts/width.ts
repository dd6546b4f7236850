// Drawings scale with the page's font size: a unit of a drawing is a sixteenth of a rem, one pixel at the default size.

import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';

const UNITS_OF_REM = 16;

/** Pixels per unit. */
export const unitPixels = (): number =>
  parseFloat(getComputedStyle(document.documentElement).fontSize) / UNITS_OF_REM;

/** A number of units as a CSS length. */
export const lengthOf = (units: number): string => `${units / UNITS_OF_REM}rem`;

/**
 * The width of an element in whole units, updated when it changes; 0 before it is known. Updates are transitions,
 * because all charts of a page get their widths at once.
 */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return undefined;
    const measure = () => {
      const units = Math.floor(measured.getBoundingClientRect().width / unitPixels());
      startTransition(() => setWidth(units));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
