// Short notices at the edge of the page, said aloud politely. One at a time; each goes by itself.

import { useEffect, useSyncExternalStore } from 'react';

const SHOWN_MS = 4_000;

let current: { text: string; key: number } | undefined;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows `text` in place of what is shown. */
export const toast = (text: string): void => set({ text, key: (current?.key ?? 0) + 1 });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Above a dialog that is open: nothing else stands there. Browsers from before popovers show it where it is. */
function show(notice: HTMLElement | null): void {
  if (notice && 'togglePopover' in notice) notice.togglePopover(true);
}

/** The place of the notices; one for the app. */
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
