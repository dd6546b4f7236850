// A file of 100,000 links is checked and imported by an API process within three minutes and 300 MB.

import { readFile } from 'node:fs/promises';
import { csvOf, YOUNG_AS_IN_THE_IMAGES } from './csv-import-world';
import { openConsoleImportWorld, type ConsoleImportWorld } from './console-import-world';

const LINKS = 100_000;
const MAX_MS = 180_000;
const MAX_BYTES = 300 * 1_000_000;
const KIB = 1_024;

let world: ConsoleImportWorld;
beforeAll(async () => {
  world = await openConsoleImportWorld(YOUNG_AS_IN_THE_IMAGES);
});
afterAll(() => world.close());

/** The peak memory of the process, in bytes. */
async function peakMemory(): Promise<number> {
  const text = await readFile(`/proc/${world.pid()}/status`, 'utf8');
  return KIB * Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1]);
}

test('100,000 links are checked and there within 3 minutes and 300 MB', async () => {
  const { workspace, domain } = await world.newPlace();
  const began = performance.now();
  await world.upload({ workspace, domain }, Buffer.from(csvOf(LINKS)));
  await world.settled(workspace);
  const checkedMs = performance.now() - began;
  await world.run(workspace);
  expect(await world.settled(workspace)).toMatchObject({ state: 'finished', counts: { new: LINKS * 0.9 } });
  const ms = performance.now() - began;
  const held = await peakMemory();
  const [checked, all] = [checkedMs, ms].map((one) => (one / 1_000).toFixed(1));
  console.log(
    `${LINKS} links: checked in ${checked} s, there in ${all} s, ${Math.round(held / 1_000_000)} MB`,
  );
  expect(ms).toBeLessThan(MAX_MS);
  expect(held).toBeLessThan(MAX_BYTES);
});
