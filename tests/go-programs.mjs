// Programs of Go modules that tests run, of pinned versions, built once into the user's cache.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const CACHE = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
const BUILD_MS = 1_800_000;

/** `caddy` of `example.com/caddy/v2/cmd/caddy@v2.10.2`. */
const programOf = (source) => path.posix.basename(source.split('@')[0]);

/** `name`: of the folder in the cache, with the versions; `sources`: packages with versions, as `go install` takes them. */
export function goPrograms(name, sources) {
  const folder = path.join(CACHE, 'kurz', name);
  const isBuilt = (source) => existsSync(path.join(folder, programOf(source)));

  /** The folder with the programs; undefined where they are not built. */
  const built = () => (sources.every(isBuilt) ? folder : undefined);

  /** Builds what is missing; `refusal` says why that cannot be. */
  function build() {
    if (built()) return {};
    if (spawnSync('go', ['version']).status !== 0)
      return { refusal: `there is no Go to build ${sources.map(programOf).join(' and ')}` };
    mkdirSync(folder, { recursive: true });
    for (const source of sources.filter((one) => !isBuilt(one))) {
      console.log(`building ${source} …`);
      const { status, stderr, error } = spawnSync('go', ['install', source], {
        env: { ...process.env, GOBIN: folder },
        encoding: 'utf8',
        timeout: BUILD_MS,
      });
      if (status !== 0)
        return { refusal: `${source} cannot be built: ${(error?.message ?? stderr).slice(-300)}` };
    }
    return {};
  }

  return { built, build };
}
