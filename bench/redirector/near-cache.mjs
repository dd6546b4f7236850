// `node --expose-gc --max-semi-space-size=4 bench/redirector/near-cache.mjs`, with a worker's young generation:
// measures the resident memory of a million links with 80-byte destinations in the near cache, above that of an empty
// process, the time of a full garbage collection, and the cost of a look-up.

import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { linkOf } from './links.mjs';

const require = createRequire(import.meta.url);
const { makeNearCache } = require('../../services/redirector/dist/near-cache/near-cache.js');

const LINKS = 1_000_000;
const LOOKUPS = 1_000_000;
const MIB = 1024 * 1024;
const ZONE = 'zon_000000000000000000';

if (!globalThis.gc) throw new Error('run it with --expose-gc');
globalThis.gc();
const before = process.memoryUsage.rss();
const clock = { now: () => Date.now() };
const near = makeNearCache(clock, { maxBytes: 160 * MIB, ttlMs: 3_600_000, unknownTtlMs: 5_000 });
for (let n = 0; n < LINKS; n++) {
  const { slug, entry } = linkOf(n);
  near.store(ZONE, slug, entry);
}
globalThis.gc();
const above = process.memoryUsage.rss() - before;

const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').physical_space_size;

const pauses = Array.from({ length: 9 }, () => {
  const began = performance.now();
  globalThis.gc();
  return performance.now() - began;
}).sort((a, b) => a - b);

let held = 0;
const cpu = process.cpuUsage();
for (let n = 0; n < LOOKUPS; n++) {
  const slug = `s${String((n * 7919) % LINKS).padStart(6, '0')}`;
  if (near.fresh(ZONE, slug)) held++;
}
const { user, system } = process.cpuUsage(cpu);

console.log(`held                      ${held} of ${LINKS}`);
console.log(`resident above empty      ${(above / 1e6).toFixed(0)} MB`);
console.log(`  of that the young heap    ${(young / 1e6).toFixed(0)} MB`);
console.log(`full collection, median   ${pauses[4].toFixed(1)} ms (longest ${pauses[8].toFixed(1)})`);
console.log(`look-up with its entry    ${Math.round(((user + system) * 1000) / LOOKUPS)} ns of CPU`);
