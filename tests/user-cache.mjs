// Where tests keep what they build or fetch once: $XDG_CACHE_HOME or ~/.cache.

import os from 'node:os';
import path from 'node:path';

export const USER_CACHE = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
