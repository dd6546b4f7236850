// A counter of the ingesters, from their operations servers: summed over labels and both processes.

import { sumInScrape } from '../flow/sum-of-metric';
import type { Production } from './start-production';

/** `name` is without `_total`, and may include labels as they are printed: `x{kind="gap"`. */
export async function ingestersCounter(
  { ingesters }: Pick<Production, 'ingesters'>,
  name: string,
): Promise<number> {
  const [metric = '', labels] = name.split('{');
  const start = `kurz_${metric}_total${labels === undefined ? '' : `{${labels}`}`;
  const scrapes = await Promise.all(ingesters.map((each) => each.now().ask('/metrics')));
  return scrapes.reduce((sum, scrape) => sum + sumInScrape(scrape?.text ?? '', start), 0);
}
