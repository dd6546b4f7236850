// processes.json in the data folder: the process id of each part, for outages made by hand.

import { renameSync, writeFileSync } from 'node:fs';

export type ProcessList = { set: (name: string, pid: number) => void };

/** Writes the list to `file` atomically. A name keeps its position. */
export function makeProcessList(file: string): ProcessList {
  const pids = new Map<string, number>();
  return {
    set: (name, pid) => {
      pids.set(name, pid);
      writeFileSync(`${file}.tmp`, `${JSON.stringify(Object.fromEntries(pids), null, 2)}\n`);
      renameSync(`${file}.tmp`, file);
    },
  };
}
