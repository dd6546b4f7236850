// Generates types with openapi-typescript, compiles the suites with them in strict mode, and runs suite.mts:
//
//   node tests/clients/run-typescript.mjs V1.json X.json http://localhost:3000/v1 kz_ws_… HURRIED
//
// The types are generated with TypeScript 5, as the generator asks for, and compiled with the tree's own.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';

const HERE = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const STEP_MS = 600_000;
const SUITES = ['suite.mts', 'console-types.mts'];

const ofTree = createRequire(path.join(HERE, '..', '..', 'package.json'));
const tsc = path.join(path.dirname(ofTree.resolve('typescript/package.json')), 'bin', 'tsc');

async function writeTypes(document, file) {
  writeFileSync(file, astToString(await openapiTypescript(readFileSync(document, 'utf8'), { silent: true })));
}

const [v1, x, ...asked] = process.argv.slice(2);
// below this package, so that the suites find openapi-fetch
const folder = mkdtempSync(path.join(HERE, 'node_modules', '.generated-'));
const inFolder = (name) => path.join(folder, name);
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  module: 'nodenext',
  target: 'es2022',
  types: ['node'],
  typeRoots: [path.join(HERE, '..', '..', 'node_modules', '@types')],
};

let status = 0;
try {
  await writeTypes(v1, inFolder('kurz-v1.d.ts'));
  await writeTypes(x, inFolder('console.d.ts'));
  for (const suite of SUITES) copyFileSync(path.join(HERE, suite), inFolder(suite));
  writeFileSync(inFolder('package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(inFolder('tsconfig.json'), JSON.stringify({ compilerOptions, files: SUITES }));
  for (const args of [
    [tsc, '-p', folder],
    [inFolder('suite.mjs'), ...asked],
  ]) {
    if (status === 0)
      status = spawnSync(process.execPath, args, { stdio: 'inherit', timeout: STEP_MS }).status ?? 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
