// Whether the API serves the files of the web app, and from which folder; and the address at which people open it.

import path from 'node:path';

export type AppVariables = { KURZ_CONSOLE: boolean; KURZ_CONSOLE_DIR?: string };

export const APP_PROPERTIES = {
  KURZ_CONSOLE: { type: 'boolean', default: true },
  KURZ_CONSOLE_DIR: { type: 'string', nullable: true },
} as const;

/** Where the build of services/console leaves the app. */
const BUILT = path.resolve(__dirname, '..', '..', '..', 'console', 'dist');

/** The folder whose files are served below /app/; undefined: the app is served elsewhere, or not at all. */
export const appFolderOf = ({ KURZ_CONSOLE, KURZ_CONSOLE_DIR }: AppVariables): string | undefined =>
  KURZ_CONSOLE ? path.resolve(KURZ_CONSOLE_DIR ?? BUILT) : undefined;
