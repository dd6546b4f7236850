// The names of the metrics that the product's code registers, as Prometheus sees them.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './deploy-files';

const REGISTERED =
  /\b(?:metrics|deps\.metrics)\s*\.(counter|gauge|histogram)(?:<[^>]*>)?\(\s*'([a-z0-9_]+)'/g;

const namesOf: Record<string, (name: string) => string[]> = {
  counter: (name) => [`kurz_${name}_total`],
  gauge: (name) => [`kurz_${name}`],
  histogram: (name) => ['bucket', 'sum', 'count'].map((part) => `kurz_${name}_seconds_${part}`),
};

function sources(): string[] {
  return ['libs', 'services'].flatMap((kind) =>
    readdirSync(path.join(ROOT, kind)).flatMap((name) => {
      const folder = path.join(ROOT, kind, name, 'src');
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => readFileSync(path.join(folder, file), 'utf8'));
    }),
  );
}

export const exportedMetrics = (): Set<string> =>
  new Set(
    sources().flatMap((source) =>
      [...source.matchAll(REGISTERED)].flatMap(([, kind = '', name = '']) => namesOf[kind]?.(name) ?? []),
    ),
  );
