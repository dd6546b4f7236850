// Light or dark: the person's choice, else the system's. The style sheet reads `data-theme` of the root element.

import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../browser/stored';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const STORED = 'theme';

export function readTheme(): Theme {
  const chosen = readStored(STORED);
  return THEMES.find((theme) => theme === chosen) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

const listeners = new Set<() => void>();

export function chooseTheme(theme: Theme): void {
  writeStored(STORED, theme);
  applyTheme(theme);
  for (const listener of listeners) listener();
}

function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The person's choice. */
export const useTheme = (): Theme => useSyncExternalStore(onTheme, readTheme);
