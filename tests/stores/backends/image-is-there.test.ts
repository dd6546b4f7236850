// Containers are used only when Docker already holds the image: nothing is pulled.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kurz-docker-'));
const { PATH, KURZ_TEST_DOCKER } = process.env;
afterAll(() => {
  process.env['PATH'] = PATH;
  if (KURZ_TEST_DOCKER !== undefined) process.env['KURZ_TEST_DOCKER'] = KURZ_TEST_DOCKER;
  rmSync(folder, { recursive: true });
});

/** Fakes a daemon that answers, holds only the image `held` and has no registry. */
function withDaemon(held: string): void {
  const script = `#!/bin/sh
case "$*" in
  info) exit 0 ;;
  "image inspect ${held}") exit 0 ;;
  "image ls --quiet testcontainers/ryuk") exit 0 ;;
  *) echo "no such host" >&2; exit 1 ;;
esac
`;
  writeFileSync(path.join(folder, 'docker'), script);
  chmodSync(path.join(folder, 'docker'), 0o755);
  process.env['PATH'] = `${folder}${path.delimiter}${PATH}`;
  delete process.env['KURZ_TEST_DOCKER'];
}

const asked = async (image: string): Promise<unknown> => {
  jest.resetModules();
  const { isImageThere } = jest.requireActual<{ isImageThere: (name: string) => Promise<boolean> }>(
    '../../backends/src/docker/is-image-there',
  );
  return isImageThere(image);
};

test('an image that the daemon holds is used, another is not pulled', async () => {
  withDaemon('redis:1');
  expect([await asked('redis:1'), await asked('redis:2')]).toEqual([true, false]);
});

test('a machine without Docker, or one that is told so, has no image', async () => {
  process.env['PATH'] = path.join(folder, 'empty');
  expect(await asked('redis:1')).toBe(false);
  withDaemon('redis:1');
  process.env['KURZ_TEST_DOCKER'] = '0';
  expect(await asked('redis:1')).toBe(false);
});
