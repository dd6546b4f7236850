// Reads the cases: every file of cases/ is one. Returns the wanted cases in their order, always with the bare server.

import { readdir } from 'node:fs/promises';

const FOLDER = new URL('cases/', import.meta.url);

/** `named`: keys of cases. Without keys, all cases except those that run by name only. */
export async function readCases({ named, isQuick }) {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.mjs'));
  const cases = await Promise.all(
    files.map(async (file) => (await import(new URL(file, FOLDER).href)).default),
  );
  const isWanted = ({ key, isQuick: quick, isOnDemand }) => {
    if (key === 'bare') return true;
    if (named.length > 0) return named.includes(key);
    return isQuick ? quick : !isOnDemand;
  };
  return cases.filter(isWanted).sort((a, b) => a.order - b.order);
}
