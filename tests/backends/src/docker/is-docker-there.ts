// Whether containers can be had: asked once for a process. KURZ_TEST_DOCKER=0 says no without asking.

import { execFile } from 'node:child_process';

let answer: Promise<boolean> | undefined;

function ask(): Promise<boolean> {
  if (process.env['KURZ_TEST_DOCKER'] === '0') return Promise.resolve(false);
  return new Promise((resolve) =>
    execFile('docker', ['info'], { timeout: 10_000 }, (error) => resolve(error === null)),
  );
}

/** True when the Docker daemon answers `docker info` within 10 s. */
export function isDockerThere(): Promise<boolean> {
  return (answer ??= ask());
}
