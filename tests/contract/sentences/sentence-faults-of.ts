// Compares the table of tests with the contract's sentences, and returns the faults.

import type { Sentence } from './sentences-of';

/** `tests`: titles by the file's path from the root. Each of them would fail if the sentence were not true. */
export type SentenceEntry = Sentence &
  ({ kind: 'tested'; tests: Record<string, string[]> } | { kind: 'says nothing'; reason: string });

/** Returns undefined when there is no such file. */
export type TitlesIn = (file: string) => readonly string[] | undefined;

function faultsOfEntry(entry: SentenceEntry, titlesIn: TitlesIn): string[] {
  if (entry.kind === 'says nothing') return entry.reason ? [] : ['gives no reason why it says nothing'];
  const named = Object.entries(entry.tests);
  if (named.every(([, titles]) => titles.length === 0)) return ['names no test'];
  return named.flatMap(([file, titles]) => {
    const found = titlesIn(file);
    if (!found) return [`names the file ${file}, which is not there`];
    return titles
      .filter((title) => !found.includes(title))
      .map((title) => `names a test that ${file} does not have: ${title}`);
  });
}

export function sentenceFaultsOf(
  sentences: readonly Sentence[],
  entries: readonly SentenceEntry[],
  titlesIn: TitlesIn,
): string[] {
  const textOf = new Map(sentences.map(({ id, text }) => [id, text]));
  const ids = new Set(entries.map(({ id }) => id));
  const missing = sentences
    .filter(({ id }) => !ids.has(id))
    .map(({ id, text }) => `${id} has no entry: ${text}`);
  const twice = ids.size < entries.length ? ['two entries have one id'] : [];
  const wrong = entries.flatMap((entry) => {
    const isOther = textOf.get(entry.id) !== entry.text;
    const faults = isOther ? ['is not what the contract says there'] : faultsOfEntry(entry, titlesIn);
    return faults.map((fault) => `${entry.id} ${fault}`);
  });
  return [...missing, ...twice, ...wrong];
}
