// Finds the separator of a CSV file: the one that its first line names, as Excel's files do, else the most frequent of
// three in that line, quoted parts left out.

const NAMED = /^\s*sep=([,;\t|])[,;\t]*[\r\n]/i;
const NAMING = /^sep=[,;\t|]?$/i;

export function separatorOf(text: string): string {
  const [, named] = NAMED.exec(text) ?? [];
  if (named !== undefined) return named;
  const [line = ''] = text
    .replace(/"[^"]*"/g, '')
    .replace(/^[\r\n]+/, '')
    .split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

/** Whether a first record names the separator. */
export const namesSeparator = ([first = '', ...others]: readonly string[]): boolean =>
  NAMING.test(first) && others.every((cell) => cell === '');
