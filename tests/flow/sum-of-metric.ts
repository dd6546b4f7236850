// Sums one metric of an operations server.

const ENDS_NAME_OR_LABEL = /^[{, }]/;

/** Sums the lines of a scrape that begin with `start`: a metric's name, or with first labels `x{kind="gap"`; else 0. */
export function sumInScrape(text: string, start: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(start) && ENDS_NAME_OR_LABEL.test(line.slice(start.length)))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** The same for the operations server at the address `ops`. */
export async function sumOfMetric(ops: string, start: string): Promise<number> {
  return sumInScrape(await (await fetch(`${ops}/metrics`)).text(), start);
}
