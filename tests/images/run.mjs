// `npm run test:images [-- --pull]`: the image of deploy/Dockerfile and docker-compose.yml as they are, run by Docker.
// A newcomer's way through the front, kill -9 of each container under load, down and up, and an upgrade from the
// release before; sums are compared exactly. Nothing is pulled without `--pull`. When something it needs cannot be had,
// every case is skipped with the reason. KURZ_IMAGES_CACHE: folder of what it keeps; default: ~/.cache/kurz-images.

import path from 'node:path';
import { prepare } from '../../services/standalone/bin/prepare.mjs';
import { IMAGES_CACHE } from './images-cache.mjs';

const ROOT = path.join(import.meta.dirname, '..', '..');
await prepare({ root: ROOT });
// imported only now, when its packages are installed
const { runLane } = await import('./lane.mjs');
process.exitCode = await runLane({
  root: ROOT,
  cache: IMAGES_CACHE,
  isPulling: process.argv.includes('--pull'),
});
