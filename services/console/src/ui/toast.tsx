// Short notices at the edge of the page, as a polite live region. One at a time; each disappears by itself.

import { useEffect, useSyncExternalStore } from 'react';

const SHOWN_MS = 4_000;

let current: { text: string; key: number } | undefined;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows `text`, and replaces the current notice. */
export const toast = (text: string): void => set({ text, key: (current?.key ?? 0) + 1 });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Shows the notice as a popover, because only that is above an open dialog. Older browsers show it in place. */
function show(notice: HTMLElement | null): void {
  if (notice && 'togglePopover' in notice) notice.togglePopover(true);
}

/** The region of the notices; one per app. */
export function ToastRegion() {
  const shown = useSyncExternalStore(subscribe, () => current);
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => set(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown && (
        <p key={shown.key} ref={show} popover="manual" className="toast">
          {shown.text}
        </p>
      )}
    </div>
  );
}
