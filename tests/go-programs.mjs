// Go programs that tests run, of pinned versions, built once into the user's cache.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { USER_CACHE } from './user-cache.mjs';

const BUILD_MS = 1_800_000;

/** `caddy` of `example.com/caddy/v2/cmd/caddy@v2.10.2`. */
const lastOf = (source) => path.posix.basename(source.split('@')[0]);
const sourceOf = (wanted) => (typeof wanted === 'string' ? wanted : wanted.source);
const programOf = (wanted) => (typeof wanted === 'string' ? lastOf(wanted) : wanted.program);

/** Runs the commands up to the first that fails. Gives its error; undefined when all succeed. */
function failureOf(commands, options) {
  for (const args of commands) {
    const { status, stderr, error } = spawnSync('go', args, {
      ...options,
      encoding: 'utf8',
      timeout: BUILD_MS,
    });
    if (status !== 0) return error?.message ?? stderr;
  }
  return undefined;
}

const installInto = (folder, source) =>
  failureOf([['install', source]], { env: { ...process.env, GOBIN: folder } });

/** What Go says of a module that it has fetched, such as `Dir`, its folder. @throws why it cannot be had. */
export function fetchModule(module) {
  const args = ['mod', 'download', '-json', module];
  const { stdout, stderr, error } = spawnSync('go', args, { encoding: 'utf8', timeout: BUILD_MS });
  if (!stdout) throw error ?? new Error(stderr);
  const fetched = JSON.parse(stdout);
  if (fetched.Error !== undefined) throw new Error(fetched.Error);
  return fetched;
}

/** Flags that replace the modules in a module's own `./staging/` by those published at `version`. */
function stagedModules({ module, version }) {
  const { GoMod: file } = fetchModule(module);
  const names = [...readFileSync(file, 'utf8').matchAll(/^\s*(\S+) => \.\/staging\//gm)].map(
    ([, name]) => name,
  );
  return names.map((name) => `-replace=${name}=${name}@${version}`);
}

/** Builds in a module that requires `source`: `go install` refuses a go.mod that excludes or replaces modules. */
function buildInto(folder, { program, source, flags = [], staged }) {
  const module = mkdtempSync(path.join(folder, 'module-'));
  const [name] = source.split('@');
  try {
    const replaced = staged === undefined ? [] : [['mod', 'edit', ...stagedModules(staged)]];
    return failureOf(
      [
        ['mod', 'init', 'example.invalid/tests'],
        ...replaced,
        ['get', source],
        ['build', ...flags, '-o', path.join(folder, program), name],
      ],
      { cwd: module, env: { ...process.env, CGO_ENABLED: '0' } },
    );
  } catch (error) {
    return error.message;
  } finally {
    rmSync(module, { recursive: true, force: true });
  }
}

/**
 * `name`: name of the folder in the cache, with the versions. `wanted`: packages with versions, as `go install` takes
 * them; or `{ program, source, flags, staged }`, which is built as `program` with flags of `go build`. `staged`: see
 * `stagedModules`.
 */
export function goPrograms(name, wanted) {
  const folder = path.join(USER_CACHE, 'kurz', name);
  const isBuilt = (one) => existsSync(path.join(folder, programOf(one)));

  /** The folder with the programs; undefined where they are not built. */
  const built = () => (wanted.every(isBuilt) ? folder : undefined);

  /** Builds the missing programs. `refusal` says why that cannot be done. */
  function build() {
    if (built()) return {};
    if (spawnSync('go', ['version']).status !== 0)
      return { refusal: `there is no Go to build ${wanted.map(programOf).join(' and ')}` };
    mkdirSync(folder, { recursive: true });
    for (const one of wanted.filter((each) => !isBuilt(each))) {
      const source = sourceOf(one);
      console.log(`building ${source} …`);
      const failure = typeof one === 'string' ? installInto(folder, source) : buildInto(folder, one);
      if (failure !== undefined) return { refusal: `${source} cannot be built: ${failure.slice(-300)}` };
    }
    return {};
  }

  return { built, build };
}
