// The lane, from the search for Docker to its end. Containers and a daemon of its own are removed, whatever happens.

import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { imagesOf, prepareImages } from './base-images.mjs';
import { openDocker } from './docker-daemon.mjs';
import { makeDocker } from './docker.mjs';
import { makeInstallation } from './installation.mjs';
import { earlierCommit } from './kurz-image.mjs';
import { presentCases } from './present-cases.mjs';
import { makeReport } from './report.mjs';
import { upgradeCases } from './upgrade-cases.mjs';

const TAG = 'kurz-images:present';
const FEW_FILES = path.join(import.meta.dirname, 'few-open-files.yml');
/** The limit of open files for ClickHouse in docker-compose.yml. */
const OPEN_FILES = 262_144;
const PROCESSORS = 2;
const PORTS = [80, 443];

const isTaken = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (is) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

/** The Compose files that this machine needs beside docker-compose.yml; prints which. */
export async function chooseOverrides({ docker }, image) {
  const limit = `nofile=${OPEN_FILES}:${OPEN_FILES}`;
  const allowed = ['run', '--rm', '--network', 'none', '--ulimit', limit, '--entrypoint', 'true', image];
  const refusal = await docker(allowed).then(
    () => undefined,
    (error) => error,
  );
  if (refusal === undefined) {
    console.log('docker-compose.yml unchanged, without an override');
    return [];
  }
  console.log(
    `docker-compose.yml unchanged, with ${path.basename(FEW_FILES)}: ${OPEN_FILES} open files are refused here`,
  );
  return [FEW_FILES];
}

/** What the cases run on, or why there is none. */
async function makeGround(daemon, { root, cache, isPulling }) {
  const docker = await makeDocker(daemon);
  if (docker.refusal) return docker;
  const processors = Number(await docker.docker(['info', '--format', '{{.NCPU}}']));
  if (processors < PROCESSORS) return { refusal: `Docker has ${processors} processor and Compose needs two` };
  for (const port of PORTS)
    if (await isTaken(port)) return { refusal: `something listens on port ${port}, which is the front's` };
  const images = await prepareImages(docker, { root, cache, isPulling });
  if (images.refusal) return images;
  console.log(images.said);
  const toolImage = imagesOf(root).find((image) => image.startsWith('redis:'));
  const overrides = await chooseOverrides(docker, toolImage);
  return { docker, toolImage, installation: await makeInstallation(docker, { overrides }) };
}

/** Calls `close` on SIGINT and SIGTERM as well. */
export function closeOnSignal(close) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      console.log(`${signal}: removing the containers …`);
      close().finally(() => process.exit(1));
    });
}

/** Gives the exit code; 0 also where everything is skipped. */
export async function runLane({ root, cache, isPulling }) {
  const report = makeReport();
  const closing = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one().catch((error) => console.error(error));
  };
  closeOnSignal(close);
  const earlier = await earlierCommit(root);
  const chainsOn = (ground) => [
    presentCases({ ...ground, root, tag: TAG }),
    ...(earlier ? [upgradeCases({ ...ground, root, tag: TAG, earlier })] : []),
  ];
  try {
    mkdirSync(cache, { recursive: true });
    const daemon = await openDocker(cache);
    if (daemon.close) closing.push(daemon.close);
    const ground = daemon.refusal ? daemon : await makeGround(daemon, { root, cache, isPulling });
    if (ground.refusal) {
      console.log(`skipped: ${ground.refusal}`);
      for (const { cases } of chainsOn({})) report.skip(cases, ground.refusal);
      return report.end();
    }
    console.log(
      `Docker ${daemon.version}, ${daemon.isOwn ? 'a daemon of the lane' : 'the one that answers'}`,
    );
    closing.push(ground.installation.close);
    let goesOn = true;
    for (const chain of chainsOn(ground)) {
      closing.push(chain.close);
      // the upgrade ends in the present image, which the first case makes
      if (goesOn) goesOn = await report.run(chain.cases, ground.installation.lastWords);
      else report.skip(chain.cases, 'the present release failed before');
      await chain.close();
    }
    if (!earlier)
      report.skip([{ title: 'an upgrade from the release before' }], 'this clone has no commit of it');
    await close();
    return report.end();
  } finally {
    await close();
  }
}
