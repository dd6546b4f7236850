// What the app keeps in the browser: choices of the person, no secret. A browser that stores nothing works as well.

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
