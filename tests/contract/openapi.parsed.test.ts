// The build parses the OpenAPI files once for all starts. A start after a change of these files reads the change.

import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parsedDescriptions } from '../../services/api/src/openapi/openapi-document';

const API = path.join(__dirname, '..', '..', 'services', 'api');
const COMPILED = path.join('dist', 'openapi');

it('what the build has parsed is what the files say', () => {
  const built = readFileSync(path.join(API, COMPILED, 'parsed.json'), 'utf8');
  // compared as text, but not shown: it has half a million characters
  expect(built === parsedDescriptions()).toBe(true);
});

describe('in a copy of the package', () => {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'kurz-descriptions-'));
  afterAll(() => rmSync(copy, { recursive: true }));
  for (const folder of ['openapi', COMPILED]) {
    cpSync(path.join(API, folder), path.join(copy, folder), { recursive: true });
  }
  symlinkSync(path.join(API, 'node_modules'), path.join(copy, 'node_modules'));

  const SCRIPT = `const { openapiDocument } = require(process.argv[1]);
    process.stdout.write(JSON.stringify([openapiDocument('/v1').added, openapiDocument('/x').added]));`;
  const read = () =>
    JSON.parse(
      execFileSync(process.execPath, ['-e', SCRIPT, path.join(copy, COMPILED, 'openapi-document.js')], {
        encoding: 'utf8',
      }),
    ) as unknown;

  it('a changed file is read, built or not', () => {
    expect(read()).toEqual([null, null]);
    appendFileSync(path.join(copy, 'openapi', 'kurz-v1.yaml'), '\nadded: to links\n');
    expect(read()).toEqual(['to links', null]);
    appendFileSync(path.join(copy, 'openapi', 'console.yaml'), '\nadded: to the console\n');
    expect(read()).toEqual(['to links', 'to the console']);
    rmSync(path.join(copy, COMPILED, 'parsed.json'));
    expect(read()).toEqual(['to links', 'to the console']);
  });
});
