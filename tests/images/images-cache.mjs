// Where lanes keep images and the data of a Docker of their own: KURZ_IMAGES_CACHE, or a folder of the user's cache.

import os from 'node:os';
import path from 'node:path';

export const IMAGES_CACHE =
  process.env.KURZ_IMAGES_CACHE ??
  path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'kurz-images');
