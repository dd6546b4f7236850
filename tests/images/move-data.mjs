// What an operator does who moves in from another server and may leave again. A log file mounted into the command's
// container is imported twice, and the workspace is exported.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ZONE } from './front.mjs';

const LINES = 40;
const DAY_MS = 86_400_000;
const IN_CONTAINER = '/log/access.log';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Yesterday, in the format of logs: 27/Nov/2026. */
function yesterday() {
  const [, day, month, year] = new Date(Date.now() - DAY_MS).toUTCString().split(' ');
  return `${day}/${month}/${year}`;
}

function expectCounts(nth, { counted, countedBefore }, wanted) {
  if (counted !== wanted.counted || countedBefore !== wanted.countedBefore)
    throw new Error(`the ${nth} import counted ${counted}, and ${countedBefore} before, of ${LINES} lines`);
}

/** Gives how many visits the log adds to the link. */
export async function moveLog(installation, { slug }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-images-log-'));
  try {
    const file = path.join(folder, 'access.log');
    const line = `192.0.2.1 - - [${yesterday()}:13:55:36 +0000] "GET /${slug} HTTP/1.1" 302 0 "-" "${BROWSER}"\n`;
    await writeFile(file, line.repeat(LINES));
    const importOnce = () =>
      installation.admin(
        ['visits', 'import', IN_CONTAINER, '--format', 'combined', '--zone', ZONE],
        undefined,
        ['--volume', `${file}:${IN_CONTAINER}:ro`],
      );
    expectCounts('first', await importOnce(), { counted: LINES, countedBefore: 0 });
    expectCounts('second', await importOnce(), { counted: 0, countedBefore: LINES });
    return LINES;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Gives how many records there are. */
export async function exportWorkspace(installation, { slug, workspace }) {
  const lines = (await installation.kurz(['workspace', 'export', workspace, '--to', '-'])).trim().split('\n');
  const records = lines.map((line) => JSON.parse(line));
  const last = records.at(-1);
  if (last.kind !== 'end' || last.records !== records.length - 1)
    throw new Error(`the export ends with ${lines.at(-1)} after ${records.length - 1} lines`);
  if (!records.some((record) => record.kind === 'link' && record.slug === slug))
    throw new Error(`the export does not have the link ${slug}`);
  return records.length;
}
