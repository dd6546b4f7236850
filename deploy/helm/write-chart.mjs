// `npm run chart`: writes the Helm chart into deploy/helm/kurz. `npm run chart -- --check` writes nothing, names the
// files that would change, and exits with 1 when there are any.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CHART_FOLDER, makeChart } from './make-chart.mjs';

const folder = path.join(import.meta.dirname, '..', '..', CHART_FOLDER);
const files = makeChart();

/** Texts of the existing files. */
const present = () =>
  Object.fromEntries(
    (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
      .filter((file) => statSync(path.join(folder, file)).isFile())
      .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
  );

if (process.argv.includes('--check')) {
  const there = present();
  const names = [...new Set([...Object.keys(files), ...Object.keys(there)])];
  const stale = names.filter((file) => files[file] !== there[file]);
  for (const file of stale) console.error(`${path.join(CHART_FOLDER, file)} is not what npm run chart makes`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}
