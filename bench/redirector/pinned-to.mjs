// The prefix that pins a command to one core; empty when the machine has one core or no taskset.

import { spawnSync } from 'node:child_process';
import os from 'node:os';

const canPin = os.cpus().length > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export const pinnedTo = (core) => (canPin ? ['taskset', '-c', String(core)] : []);
