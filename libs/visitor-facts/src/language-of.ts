// The primary subtag of the visit's first Accept-Language tag, from an allow-list: `de-AT` → `de`.

import { languages } from './names';

/** Codes that ISO withdrew and that Java and old browsers still send. */
const renamedLanguages: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
  ['ji', 'yi'],
  ['jw', 'jv'],
  ['mo', 'ro'],
  ['sh', 'sr'],
]);

const PRIMARY_SUBTAG = /^\s*([a-z]{2,3})(?=$|[-_;\s])/i;

/** `~other` for none, `*`, nonsense and languages outside the list, so that a client cannot invent keys. */
export function languageOf(tag: string): string {
  const subtag = PRIMARY_SUBTAG.exec(tag)?.[1]?.toLowerCase() ?? '';
  const language = renamedLanguages.get(subtag) ?? subtag;
  return languages.has(language) ? language : '~other';
}
