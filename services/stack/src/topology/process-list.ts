// processes.json in the data folder: which process is which part, for outages made by hand.

import { renameSync, writeFileSync } from 'node:fs';

export type ProcessList = { set: (name: string, pid: number) => void };

/** Writes the list to `file`, which is whole at every moment; a name keeps its place. */
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
