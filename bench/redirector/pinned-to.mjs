// How a command is to be prefixed so that it stays on one core; empty where the machine has one core or no taskset.

import { spawnSync } from 'node:child_process';
import os from 'node:os';

const canPin = os.cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export const pinnedTo = (core) => (canPin ? ['taskset', '-c', String(core)] : []);
