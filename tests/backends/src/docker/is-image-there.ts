// Whether a store can run in a container: Docker answers and holds the image. Nothing is pulled, because a daemon
// without a registry fails each pull after a time-out; `docker pull` once lets the tests use an image.
// KURZ_TEST_DOCKER=0 says no without asking.

import { execFile } from 'node:child_process';

const ASK_MS = 10_000;

/** What `docker image …` prints; undefined when it fails. `env` is passed because a test's `process.env` is a copy. */
const askDocker = (...words: string[]) =>
  new Promise<string | undefined>((resolve) =>
    execFile('docker', ['image', ...words], { timeout: ASK_MS, env: process.env }, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    ),
  );

/** The image of the container with which testcontainers removes the containers of a killed process. */
const REAPER = 'testcontainers/ryuk';

let reaper: Promise<void> | undefined;

/** Disables testcontainers' reaper when its image is missing. */
async function findReaper(): Promise<void> {
  const names = (await askDocker('ls', '--quiet', REAPER)) ?? '';
  if (names.trim() === '') process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
}

const answers = new Map<string, Promise<boolean>>();

/** Asks Docker once per image and process. */
export function isImageThere(image: string): Promise<boolean> {
  if (process.env['KURZ_TEST_DOCKER'] === '0') return Promise.resolve(false);
  const known = answers.get(image);
  if (known) return known;
  const answer = askDocker('inspect', image).then(async (found) => {
    if (found !== undefined) await (reaper ??= findReaper());
    return found !== undefined;
  });
  answers.set(image, answer);
  return answer;
}
