// CPU and memory of a process and all its descendants, from Linux's /proc.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const PAGE = Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' }));

export function treeOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
  return [pid, ...children.map(Number).flatMap(treeOf)];
}

function usageOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // the fields after the process's name, which may contain any character
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
  return { cpuMicros: ((Number(user) + Number(system)) / TICKS) * 1e6, rss: Number(resident) * PAGE };
}

export function usageOfTree(pid) {
  const each = treeOf(pid).map(usageOf);
  const sum = (key) => each.reduce((all, one) => all + one[key], 0);
  return { cpuMicros: sum('cpuMicros'), rss: sum('rss') };
}

export const openFilesOfTree = (pid) =>
  treeOf(pid).reduce((all, one) => all + readdirSync(`/proc/${one}/fd`).length, 0);
