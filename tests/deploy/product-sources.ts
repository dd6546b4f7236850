// The sources of the packages without their tests, read once for each file of tests.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './deploy-files';

export type ProductSource = {
  /** Path from the checkout's root, such as `libs/process/src/log.ts`. */
  file: string;
  text: string;
};

/** Only `src` of each package is walked: `node_modules` beside it leads to every other package. */
function readSources(): ProductSource[] {
  return ['libs', 'services'].flatMap((kind) =>
    readdirSync(path.join(ROOT, kind)).flatMap((name) => {
      const folder = path.join(kind, name, 'src');
      return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => path.join(folder, file))
        .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }));
    }),
  );
}

let sources: readonly ProductSource[] | undefined;

export function productSources(): readonly ProductSource[] {
  sources ??= readSources();
  return sources;
}
