// A part of the app that is loaded when it is first shown.

import { lazy } from 'react';

/** Its file did not come: the server was not reached, or has newer files since an upgrade. */
export class PartNotLoadedError extends Error {
  override readonly name = 'PartNotLoadedError';
}

/** As React's `lazy`; throws PartNotLoadedError where the file does not come. */
export const lazyPart: typeof lazy = (load) =>
  lazy(() =>
    load().catch((cause: unknown): never => {
      throw new PartNotLoadedError('a part of the app was not loaded', { cause });
    }),
  );
