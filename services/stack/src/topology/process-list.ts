// processes.json in the data folder: which process is which part, for outages made by hand.

import { writeFileSync } from 'node:fs';

export type ProcessList = { set: (name: string, pid: number) => void };

/** Writes the list to `file`; a name keeps its place. */
export function makeProcessList(file: string): ProcessList {
  const pids = new Map<string, number>();
  return {
    set: (name, pid) => {
      pids.set(name, pid);
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(pids), null, 2)}\n`);
    },
  };
}
