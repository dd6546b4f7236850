// The Docker client and Compose, each with the environment of the lane's daemon.

import { goPrograms } from '../go-programs.mjs';
import path from 'node:path';
import { runCommand, tryCommand } from './run-command.mjs';

const VERSION = '2.40.3';
const COMPOSE = goPrograms(`compose-${VERSION}`, [
  {
    program: 'docker-compose',
    source: `github.com/docker/compose/v2/cmd@v${VERSION}`,
    flags: ['-ldflags', `-X github.com/docker/compose/v2/internal.Version=v${VERSION}`],
  },
]);

/** The words that start Compose: the client's plugin, else a program that Go builds once. */
async function findCompose(env) {
  if ((await tryCommand('docker', ['compose', 'version'], { env })) !== undefined)
    return { compose: ['docker', 'compose'] };
  const { refusal } = COMPOSE.build();
  if (refusal) return { refusal: `there is no Compose: ${refusal}` };
  return { compose: [path.join(COMPOSE.built(), 'docker-compose')] };
}

/** Gives `docker(words, options)`, `compose(words, options)` and its words, or why there is no Compose. */
export async function makeDocker({ env: given, isOwn }) {
  const { compose: words, refusal } = await findCompose(given);
  if (refusal) return { refusal };
  // without the plugin the client can use only the daemon's own builder
  const hasBuildx = (await tryCommand('docker', ['buildx', 'version'], { env: given })) !== undefined;
  const env = { ...given, ...(!hasBuildx && { DOCKER_BUILDKIT: '0' }) };
  const [program, ...before] = words;
  return {
    env,
    isOwn,
    hasBuildx,
    docker: (args, options) => runCommand('docker', args, { env, ...options }),
    composeCommand: words.join(' '),
    compose: (args, { env: more, ...options } = {}) =>
      runCommand(program, [...before, ...args], { env: { ...env, ...more }, ...options }),
  };
}
