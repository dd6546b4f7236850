// The browser and operating system of a session, from a closed list: enough for people to recognize their sessions.
// The user agent itself is not stored.

export type Device = { browser: string; system: string };

type Rule = readonly [word: string, pattern: RegExp];

const OTHER = 'other';
/** Longer user agents are cut: nothing after that is looked at. */
const MAX_AGENT = 512;

/** The most specific first: nearly every user agent also names Chrome and Safari. */
const BROWSERS: readonly Rule[] = [
  ['Edge', /\bEdg(?:A|iOS|e)?\//],
  ['Opera', /\bOPR\/|\bOPT\/|OPiOS|Opera/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Vivaldi', /Vivaldi/],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
];

const SYSTEMS: readonly Rule[] = [
  ['iOS', /iPhone|iPad|iPod/],
  ['Android', /Android/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
];

const wordOf = (rules: readonly Rule[], agent: string) =>
  rules.find(([, pattern]) => pattern.test(agent))?.[0] ?? OTHER;

export function deviceOf(userAgent: string | string[] | undefined): Device {
  const agent = (typeof userAgent === 'string' ? userAgent : '').slice(0, MAX_AGENT);
  return { browser: wordOf(BROWSERS, agent), system: wordOf(SYSTEMS, agent) };
}
