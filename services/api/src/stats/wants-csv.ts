// Whether a request for stats asks for CSV: it does when its Accept header prefers text/csv to JSON.

type Range = { type: string; quality: number };

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The quality of the most specific range that covers the type. */
function qualityOf(ranges: readonly Range[], type: string): number {
  const covering = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  const found = covering.flatMap((name) => ranges.find((range) => range.type === name) ?? []);
  return found[0]?.quality ?? 0;
}

/** Equal preference, no preference and no header mean JSON. */
export function wantsCsv(accept: string | string[] | undefined): boolean {
  const text = Array.isArray(accept) ? accept.join(',') : (accept ?? '');
  const ranges = text.split(',').map(rangeOf);
  return qualityOf(ranges, 'text/csv') > qualityOf(ranges, 'application/json');
}
