// The lane from the search for programs to its end: whatever happens, pods, containers and processes go.

import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { imagesOf, prepareImages } from '../images/base-images.mjs';
import { openDocker } from '../images/docker-daemon.mjs';
import { makeDocker } from '../images/docker.mjs';
import { IMAGES_CACHE } from '../images/images-cache.mjs';
import { makeInstallation } from '../images/installation.mjs';
import { chooseOverrides, closeOnSignal } from '../images/lane.mjs';
import { makeReport } from '../images/report.mjs';
import { acceptedCases } from './accepted-cases.mjs';
import { chartCases } from './chart-cases.mjs';
import { startControlPlane } from './control-plane.mjs';
import { findDefinitions } from './custom-resources.mjs';
import { startNode } from './node.mjs';
import { findOtherNode } from './node-traces.mjs';
import { findPrograms } from './programs.mjs';
import { makeRunningChart } from './running-chart.mjs';

const IMAGE = ['kurz-kubernetes', 'present'];
const PAUSE = 'kurz-kubernetes-pause:present';
const STORES_FILE = path.join(import.meta.dirname, 'stores.yml');
const STORES = ['postgres', 'redis', 'kafka', 'clickhouse'];
/** The image of the container that holds a pod's network and does nothing. */
const pauseOf = (image) => `FROM ${image}\nUSER 65535\nENTRYPOINT ["sleep", "infinity"]\n`;

/** What the cases of pods run on, or why that cannot be had. */
async function makeGround(root, closing) {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    return { refusal: 'only root can run a node, on Linux' };
  const other = await findOtherNode();
  if (other) return { refusal: other };
  mkdirSync(IMAGES_CACHE, { recursive: true });
  const daemon = await openDocker(IMAGES_CACHE);
  if (daemon.refusal) return daemon;
  closing.push(daemon.close);
  const docker = await makeDocker(daemon);
  if (docker.refusal) return docker;
  const images = await prepareImages(docker, { root, cache: IMAGES_CACHE, isPulling: false });
  if (images.refusal) return images;
  console.log(images.said);
  const [node, ...others] = imagesOf(root);
  await docker.docker(['build', '--quiet', '--tag', PAUSE, '-'], { input: pauseOf(node) });
  const toolImage = others.find((image) => image.startsWith('redis:'));
  const overrides = [...(await chooseOverrides(docker, toolImage)), STORES_FILE];
  const installation = await makeInstallation(docker, {
    ...{ overrides, project: 'kurz-kubernetes', services: STORES },
  });
  closing.push(installation.close);
  return { docker, installation };
}

/** Gives the exit code; 0 also where everything is skipped. */
export async function runLane({ root }) {
  const report = makeReport();
  const closing = [];
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one().catch((error) => console.error(error));
  };
  closeOnSignal(close);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kurz-kubernetes-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  let programs;
  let plane;
  const start = async () => {
    plane = await startControlPlane(programs, path.join(folder, 'plane'));
    closing.push(plane.close);
    return plane;
  };

  try {
    programs = await findPrograms();
    const definitions = programs.refusal ? programs : findDefinitions();
    const accepted = acceptedCases({
      root,
      start: async () => ({ plane: await start(), definitions: definitions.files }),
    });
    const ofChart = (ground) => chartCases({ ...ground, root, tag: IMAGE.join(':'), plane: () => plane });
    if (definitions.refusal) {
      report.skip([...accepted, ...ofChart({}).cases], definitions.refusal);
      return report.end();
    }
    if (!(await report.run(accepted, () => ''))) {
      report.skip(ofChart({}).cases, 'the API server refused something before');
      return report.end();
    }
    const ground = await makeGround(root, closing);
    if (ground.refusal) {
      report.skip(ofChart({}).cases, ground.refusal);
      return report.end();
    }
    let node;
    closing.push(async () => node?.close());
    const startChart = async () => {
      const { docker } = ground.docker;
      const images = { images: [IMAGE.join(':')], pause: PAUSE };
      const place = path.join(folder, 'node');
      node = await startNode({ programs, plane, docker, folder: place, ...images });
      return makeRunningChart({ plane, node, root, folder: place, image: IMAGE });
    };
    const { cases, lastWords, close: closeCases } = ofChart({ ...ground, startChart });
    closing.push(closeCases);
    await report.run(cases, lastWords);
    await close();
    return report.end();
  } finally {
    await close();
  }
}
