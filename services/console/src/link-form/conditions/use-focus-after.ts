// Sets the focus after a change has been rendered, when the focused element was removed or moved.

import { useEffect, useRef, type RefObject } from 'react';

/** `focusAfter` takes the selector of the element to focus, within `container`. */
export function useFocusAfter(): {
  container: RefObject<HTMLDivElement | null>;
  focusAfter: (selector: string) => void;
} {
  const container = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    container.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  const focusAfter = (selector: string) => {
    wanted.current = selector;
  };
  return { container, focusAfter };
}
