// The machine's Chromium, for tests that need a browser. None is downloaded: Debian's package or an installed Chrome.

import { existsSync } from 'node:fs';
import { BROWSERS } from '@kurz/stack';
import { chromium, type Browser } from 'playwright-core';

/** Timeout of a step: pages are slow on a busy machine. */
export const STEP_MS = 180_000;

/** Launches a browser for one test file. `more`: more command-line arguments. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = BROWSERS.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error('no Chromium found: install the package chromium');
  // in a container the sandbox has no user namespaces; the pages are our own
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...more] });
}
