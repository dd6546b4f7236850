// A setting that was renamed is read under its former name for one release. The log says so once for each name.

import cluster from 'node:cluster';
import { makeLog } from './log';

const said = new Set<string>();

/** Logs `setting_renamed` once in this process; the workers of a cluster leave it to their primary. */
export function warnOfRenamed(former: string, name: string): void {
  if (cluster.isWorker || said.has(former)) return;
  said.add(former);
  const hint = `Set ${name}. The next release ignores ${former}.`;
  makeLog({ level: 'warn', service: 'settings' }).warn({ event: 'setting_renamed', former, name, hint });
}
