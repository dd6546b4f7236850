// An installation by Compose: docker-compose.yml and deploy/ of a checkout in their own folder, where its secrets are
// made, and the commands that an operator types there.

import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from './run-command.mjs';

const UP_S = 300;
const LAST_LINES = '15';
const ROOT_OF_CADDY = '/data/caddy/pki/authorities/local/root.crt';

/** The files that Compose mounts, and the script that makes the secrets. */
const DEPLOYED = [
  'caddy',
  'clickhouse',
  'grafana',
  'make-secrets.sh',
  'postgres',
  'prometheus',
  'redis',
  'upgrade.sh',
];

/** The variables that the guide tells an operator to export. */
const SETTINGS = { KURZ_API_HOST: 'localhost', KURZ_ACME_EMAIL: 'operator@example.com' };

/** Flags of `docker compose up`: use only images that are there. */
const NOTHING_FROM_ELSEWHERE = ['--pull', 'never', '--no-build'];

/**
 * `overrides`: Compose files beside docker-compose.yml. `project`: the name that its containers have. `services`: the
 * services to start; default: all.
 */
export async function makeInstallation(
  { docker, compose, composeCommand, env: dockerEnv },
  { overrides = [], project = 'kurz-images', services = [] },
) {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${project}-`));
  const file = path.join(folder, 'docker-compose.yml');
  const place = ['--project-name', project, '--project-directory', folder];
  let env = {};
  let files = [];
  let words = [];

  const run = (args, options) => compose([...words, ...args], { env, cwd: folder, ...options });

  /**
   * Copies the files of a checkout, as a pull does, and makes the secrets that it adds. `besides`: a Compose file that
   * these files need.
   */
  async function take(source, image, besides) {
    env = { ...SETTINGS, KURZ_IMAGE: image };
    files = [file, ...overrides, besides].filter((one) => one !== undefined);
    words = [...place, ...files.flatMap((one) => ['--file', one])];
    await cp(path.join(source, 'docker-compose.yml'), file);
    for (const name of DEPLOYED)
      await cp(path.join(source, 'deploy', name), path.join(folder, 'deploy', name), {
        recursive: true,
        force: true,
      }).catch((error) => {
        // an earlier commit may not have it yet
        if (error.code !== 'ENOENT') throw error;
      });
    await runCommand('sh', [path.join(folder, 'deploy', 'make-secrets.sh')]);
  }

  /**
   * Throws when a container is not healthy in time. On a starved machine Compose gives up at the first container that
   * is unhealthy for a moment, so `up` is repeated. Gives a text when that was needed.
   */
  async function up() {
    const flags = ['--detach', '--wait', '--wait-timeout', String(UP_S), ...NOTHING_FROM_ELSEWHERE];
    const end = Date.now() + UP_S * 1_000;
    for (let attempt = 1; ; attempt++) {
      try {
        await run(['up', ...flags, ...services], { timeoutMs: (UP_S + 60) * 1_000 });
        return attempt === 1 ? '' : `at attempt ${attempt} of up`;
      } catch (error) {
        if (!error.message.includes('is unhealthy') || Date.now() > end) throw error;
      }
    }
  }

  /** Upgrades with the operator's script. */
  const upgrade = () =>
    runCommand('sh', [path.join(folder, 'deploy', 'upgrade.sh'), ...NOTHING_FROM_ELSEWHERE], {
      env: {
        ...dockerEnv,
        ...env,
        COMPOSE: composeCommand,
        COMPOSE_FILE: files.join(':'),
        COMPOSE_PROJECT_NAME: project,
      },
      timeoutMs: (UP_S + 60) * 1_000,
    });

  /** Runs the admin command; gives its standard output. `flags`: flags of `docker compose run`. */
  const kurz = (args, input, flags = []) =>
    run(['run', '--rm', '--no-TTY', ...flags, 'kurz', ...args], { input });

  /** The same, for a command that prints one JSON object. */
  const admin = async (args, input, flags) => JSON.parse(await kurz([...args, '--json'], input, flags));

  const containerOf = async (service) => (await run(['ps', '--all', '--quiet', service])).trim();

  /** What `docker inspect` says of a service's container, in Go's template. */
  const inspect = async (service, format) =>
    (await docker(['inspect', '--format', format, await containerOf(service)])).trim();

  return {
    take,
    secrets: path.join(folder, 'deploy', 'secrets'),
    up,
    upgrade,
    kurz,
    admin,
    inspect,
    down: (...flags) => run(['down', ...flags]),
    services: async () => (await run(['config', '--services'])).trim().split('\n').sort(),
    /** The certificate of Caddy's own authority for localhost. */
    authority: () => run(['exec', '--no-TTY', 'caddy', 'cat', ROOT_OF_CADDY]),
    /** What each container printed last. */
    lastWords: async () => {
      if (words.length === 0) return '';
      return run(['logs', '--no-color', '--tail', LAST_LINES]).catch((error) => error.message);
    },
    close: async () => {
      if (words.length > 0)
        await run(['down', '--volumes', '--remove-orphans', '--timeout', '10']).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
