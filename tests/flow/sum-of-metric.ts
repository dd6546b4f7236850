// What operations servers say of one metric.

const ENDS_NAME_OR_LABEL = /^[{, }]/;

/** Sums the lines that start so, a metric's name or `x{kind="gap"` with its first labels; 0 without any. `text` is a scrape. */
export function sumInScrape(text: string, start: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(start) && ENDS_NAME_OR_LABEL.test(line.slice(start.length)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** The same of the scrape of an operations server, whose address is `ops`. */
export async function sumOfMetric(ops: string, start: string): Promise<number> {
  return sumInScrape(await (await fetch(`${ops}/metrics`)).text(), start);
}
