// Keyboard shortcuts that work anywhere on a page, except while a person types: one key (`n`), two in a row (`g l`), or
// with Ctrl or ⌘ (`mod+k`).

import { useEffect, useRef } from 'react';

const SEQUENCE_MS = 1_000;
/** The first key of every sequence of two. */
const FIRST_KEY = 'g';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let begun = -SEQUENCE_MS;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isMod = event.ctrlKey || event.metaKey;
      const isInDialog = document.querySelector('dialog[open]') !== null;
      if (event.altKey || (!isMod && (isTyping(event.target) || isInDialog))) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      // the second key of a sequence does not trigger listeners for that key alone
      const isSecond = event.timeStamp - begun < SEQUENCE_MS;
      const action = latest.current[isMod ? `mod+${key}` : isSecond ? `${FIRST_KEY} ${key}` : key];
      begun = !isMod && !isSecond && key === FIRST_KEY ? event.timeStamp : -SEQUENCE_MS;
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
