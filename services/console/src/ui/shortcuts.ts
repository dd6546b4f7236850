// Keys that do something anywhere on a page, except where a person types: one key (`n`), two in a row (`g l`), or with
// Ctrl or ⌘ (`mod+k`).

import { useEffect, useRef } from 'react';

const SEQUENCE_MS = 1_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let first: { key: string; at: number } | undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isMod = event.ctrlKey || event.metaKey;
      const isInDialog = document.querySelector('dialog[open]') !== null;
      if (event.altKey || (!isMod && (isTyping(event.target) || isInDialog))) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const pair = first && event.timeStamp - first.at < SEQUENCE_MS ? `${first.key} ${key}` : undefined;
      const action = isMod
        ? latest.current[`mod+${key}`]
        : ((pair === undefined ? undefined : latest.current[pair]) ?? latest.current[key]);
      first = isMod || action ? undefined : { key, at: event.timeStamp };
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
