// What the app stores in the browser: the person's choices, and no secret. The app also works without storage.

const PREFIX = 'kurz.';

export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // storage is off or full: the choice lasts as long as the page
  }
}
