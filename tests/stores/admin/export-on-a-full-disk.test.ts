// An export for which the disk has no room fails, even when only the end of its last write does not fit. A file size
// limit of the process stands in for a full disk: a write fills the remaining room in the same way.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const BUILT = path.resolve(__dirname, '../../../services/admin/dist/commands/write-export.js');
const ROOM_BYTES = 8 * 1024;

const WRITE = `
  const [module, file, bytes] = process.argv.slice(1);
  const { writeExport } = require(module);
  writeExport(file, (async function* () { yield 'x'.repeat(Number(bytes)); })()).then(
    (written) => console.log(JSON.stringify(written)),
    (error) => console.log(JSON.stringify({ code: error.code })),
  );`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-full-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Bash limits file sizes in KiB. */
const LIMITED = `trap '' XFSZ; ulimit -f ${ROOM_BYTES / 1024}; exec "$0" "$@"`;

async function writeExportOf(bytes: number): Promise<unknown> {
  const command = [process.execPath, '-e', WRITE, BUILT, path.join(folder, 'export.csv'), String(bytes)];
  // modules that the test run preloads would write larger files
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)('bash', ['-c', LIMITED, ...command], { env });
  return JSON.parse(stdout);
}

test('an export for whose end there is no room fails, and leaves no file', async () => {
  expect(await writeExportOf(ROOM_BYTES + 1)).toEqual({ code: 'EFBIG' });
  expect(readdirSync(folder)).toEqual([]);
});

test('an export that just fits is there', async () => {
  expect(await writeExportOf(ROOM_BYTES)).toEqual({ kind: 'written', bytes: ROOM_BYTES });
  expect(readdirSync(folder)).toEqual(['export.csv']);
});
