// How many connections of visitors a process may accept. Each is an open file, and so are the process's journal and its
// connections to the stores: when visitors use all files, answered visits cannot be written.

import { report } from 'node:process';
import type { Log } from './log';

/** A worker of the redirector has 30 files open; the embedded product, with ClickHouse's engine, some hundred. */
const OWN_FILES = 512;

/**
 * The most files that this process may open; undefined when the system does not say. Node has already raised this limit
 * as far as it may.
 */
function maxOpenFiles(): number | undefined {
  // otherwise the report looks up the names of network addresses
  Object.assign(report, { excludeNetwork: true });
  // the type of a report is `object`
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const most = userLimits?.open_files?.soft;
  return typeof most === 'number' ? most : undefined;
}

/** Returns `wanted`, or fewer: OWN_FILES stay free for the process itself, or half of all files when there are few. */
export function connectionsWithinFiles({ log }: { log: Log }, wanted: number): number {
  const openFiles = maxOpenFiles() ?? Infinity;
  const most = Math.max(1, openFiles - Math.min(OWN_FILES, Math.ceil(openFiles / 2)));
  if (wanted <= most) return wanted;
  log.warn({ event: 'connections_limited', openFiles, connections: most, wanted });
  return most;
}
