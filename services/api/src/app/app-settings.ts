// Whether the API serves the files of the web app, and from which folder.

import path from 'node:path';
import type { SettingsOf, SettingsProperties } from '@kurz/process';

export const APP_PROPERTIES = {
  KURZ_CONSOLE: { type: 'boolean', default: true },
  KURZ_CONSOLE_DIR: { type: 'string', optional: true },
} as const satisfies SettingsProperties;

/** Where the build of services/console leaves the app. */
const BUILT = path.resolve(__dirname, '..', '..', '..', 'console', 'dist');

/** The folder whose files are served below /app/; undefined when the app is served elsewhere, or not at all. */
export const appFolderOf = (
  { KURZ_CONSOLE: isServed, KURZ_CONSOLE_DIR: folder = BUILT }: SettingsOf<typeof APP_PROPERTIES>,
  root: string,
): string | undefined => (isServed ? path.resolve(root, folder) : undefined);
