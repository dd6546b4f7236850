// A workspace of 100,000 links moves in from a CSV file within three minutes and 300 MB.

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { csvOf, openCsvImportWorld, YOUNG_AS_IN_THE_IMAGES, type CsvImportWorld } from './csv-import-world';

const LINKS = 100_000;
const MAX_MS = 180_000;
const MAX_BYTES = 300 * 1_000_000;
const KIB = 1_024;

let world: CsvImportWorld;
beforeAll(async () => {
  world = await openCsvImportWorld();
});
afterAll(() => world.close());

/** The peak memory of the process, in bytes; 0 once it has ended. */
async function heldBy(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return KIB * Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
}

test('100,000 links are there within 3 minutes and 300 MB', async () => {
  const place = await world.newPlace();
  const words = world.words(world.write('links.csv', csvOf(LINKS)), place);
  const began = performance.now();
  const { child, finished } = world.spawnWith(YOUNG_AS_IN_THE_IMAGES, ...words);
  let held = 0;
  while (child.exitCode === null && child.signalCode === null) {
    held = Math.max(held, await heldBy(child.pid));
    await sleep(100);
  }
  const ms = performance.now() - began;
  console.log(`${LINKS} links: ${(ms / 1_000).toFixed(1)} s, ${Math.round(held / 1_000_000)} MB`);
  expect(JSON.parse((await finished).stdout)).toMatchObject({ counts: { new: LINKS * 0.9 } });
  expect(ms).toBeLessThan(MAX_MS);
  expect(held).toBeLessThan(MAX_BYTES);
});
