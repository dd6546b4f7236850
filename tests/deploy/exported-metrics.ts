// The names of the metrics that the product's code registers, as Prometheus sees them.

import { productSources } from './product-sources';

const REGISTERED =
  /\b(?:metrics|deps\.metrics)\s*\.(counter|gauge|histogram)(?:<[^>]*>)?\(\s*'([a-z0-9_]+)'/g;

const namesOf: Record<string, (name: string) => string[]> = {
  counter: (name) => [`kurz_${name}_total`],
  gauge: (name) => [`kurz_${name}`],
  histogram: (name) => ['bucket', 'sum', 'count'].map((part) => `kurz_${name}_seconds_${part}`),
};

let exported: ReadonlySet<string> | undefined;

/** Read once: a file of tests asks for each alert. */
export function exportedMetrics(): ReadonlySet<string> {
  exported ??= new Set(
    productSources().flatMap(({ text }) =>
      [...text.matchAll(REGISTERED)].flatMap(([, kind = '', name = '']) => namesOf[kind]?.(name) ?? []),
    ),
  );
  return exported;
}
