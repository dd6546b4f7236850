// Where lanes keep images and the data of a Docker of their own: KURZ_IMAGES_CACHE, or a folder of the user's cache.

import path from 'node:path';
import { USER_CACHE } from '../user-cache.mjs';

export const IMAGES_CACHE = process.env.KURZ_IMAGES_CACHE ?? path.join(USER_CACHE, 'kurz-images');
