// The images that docker-compose.yml and the Dockerfile name, and where each comes from: it is there, it is pulled
// (only with `--pull`), or a stand-in is made of Debian's, npm's and Maven's packages.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { isStandIn, makeStandIn, STAND_INS } from './stand-ins.mjs';

const PULL_MS = 600_000;

/** A YAML schema with merge keys (`<<`). */
const WITH_MERGES = CORE_SCHEMA.withTags(mergeTag);

/** The images that the lane needs: those of the services without a profile, and the base image of our own. */
export function imagesOf(root) {
  const compose = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
  const { services } = load(compose, { schema: WITH_MERGES });
  const dockerfile = readFileSync(path.join(root, 'deploy', 'Dockerfile'), 'utf8');
  const [, node] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile);
  const others = Object.values(services)
    .filter(({ profiles, build }) => profiles === undefined && build === undefined)
    .map(({ image }) => image);
  return [node, ...new Set(others)];
}

const repositoryOf = (image) => image.split(':')[0];

async function findImage(docker, image, { isPulling }) {
  const isThere = await docker.docker(['image', 'inspect', image]).then(
    () => true,
    () => false,
  );
  if (isThere && !(await isStandIn(docker, image))) return 'real';
  if (isPulling) {
    const pulled = await docker.docker(['pull', '--quiet', image], { timeoutMs: PULL_MS }).then(
      () => undefined,
      (error) => error.message,
    );
    if (pulled === undefined) return 'real';
    console.log(`${image} cannot be pulled: ${pulled.split('\n').at(-1)}`);
  }
  return 'missing';
}

/**
 * Makes all images ready. Gives what the lane prints about them, or why it cannot run. A stand-in has the name of the
 * real image, so it is made only in the lane's own daemon.
 */
export async function prepareImages(docker, { root, cache, isPulling }) {
  const real = [];
  const standIns = [];
  for (const image of imagesOf(root)) {
    if ((await findImage(docker, image, { isPulling })) === 'real') {
      real.push(image);
      continue;
    }
    if (!docker.isOwn) return { refusal: `there is no image ${image}; --pull fetches it` };
    if (STAND_INS[repositoryOf(image)] === undefined) return { refusal: `there is no stand-in for ${image}` };
    const refusal = await makeStandIn(docker, { image, root, cache });
    if (refusal) return { refusal: `there is no image ${image}, and ${refusal}` };
    standIns.push(image);
  }
  const listed = (images) => (images.length === 0 ? 'none' : images.join(', '));
  return { said: `real images: ${listed(real)}; stand-ins: ${listed(standIns)}` };
}
