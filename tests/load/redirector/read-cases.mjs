// Every file of cases/ is one case; the wanted ones in their order, the bare server always among them.

import { readdir } from 'node:fs/promises';

const FOLDER = new URL('cases/', import.meta.url);

/** `named`: keys, none of them for all. */
export async function readCases({ named, isQuick }) {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.mjs'));
  const cases = await Promise.all(
    files.map(async (file) => (await import(new URL(file, FOLDER).href)).default),
  );
  const isWanted = ({ key, isQuick: quick }) =>
    key === 'bare' || (named.length > 0 ? named.includes(key) : !isQuick || quick);
  return cases.filter(isWanted).sort((a, b) => a.order - b.order);
}
