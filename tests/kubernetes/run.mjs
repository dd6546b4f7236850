// `npm run test:kubernetes`: a one-node Kubernetes on this machine, by its own programs. Its API server takes each
// object of the overlays and of the Helm chart. Then Helm installs the chart, and the pods really run beside the stores
// of docker-compose.yml: visits under kills, a rolling upgrade, a redirector that is scaled away. Sums are compared
// exactly. When something cannot be had, the cases that need it are skipped with the reason.

import path from 'node:path';
import { prepare } from '../../services/standalone/bin/prepare.mjs';

const ROOT = path.join(import.meta.dirname, '..', '..');

await prepare({ root: ROOT });
// their packages are there from now on
const { runLane } = await import('./lane.mjs');
process.exitCode = await runLane({ root: ROOT });
