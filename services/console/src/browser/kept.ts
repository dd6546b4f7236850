// Texts that are kept while the browser's tab is open, so that closing a form or reloading the page loses no input.

const PREFIX = 'kurz.kept.';

export function readKept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps `text`. An empty text removes the kept one. */
export function keep(name: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // storage is off or full: the text lasts as long as the form
  }
}
