// A part of the app that is loaded when it is first shown.

import { lazy } from 'react';

/** The part's file could not be loaded: the server was not reached, or has newer files after an upgrade. */
export class PartNotLoadedError extends Error {
  override readonly name = 'PartNotLoadedError';
}

/** Like React's `lazy`, but throws PartNotLoadedError when the file cannot be loaded. */
export const lazyPart: typeof lazy = (load) =>
  lazy(() =>
    load().catch((cause: unknown): never => {
      throw new PartNotLoadedError('a part of the app was not loaded', { cause });
    }),
  );
