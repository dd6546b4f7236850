// The peppers of a stopped product, as the admin command rotates them.

import type { PepperFile } from '@kurz/admin';
import type { DataFolder } from '../data-folder/data-folder';
import { forgetOldPepper, openSecrets, rotatePepper } from '../data-folder/secrets';

export function pepperFileOf(folder: DataFolder): PepperFile {
  return {
    read: () => {
      const { tokenPepper, oldTokenPepper, pepperRotatedAt } = openSecrets(folder);
      if (oldTokenPepper === undefined) return { tokenPepper };
      return { tokenPepper, old: { tokenPepper: oldTokenPepper, rotatedAt: new Date(pepperRotatedAt ?? 0) } };
    },
    rotate: (now) => rotatePepper(folder, now),
    retire: () => forgetOldPepper(folder),
  };
}
